import { createServer, type RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { forward, inspected } from './forward.ts';
import { createPages } from './pages.ts';
import { type ShopProcess, startShopProcess } from './shop-process.ts';

/** The page of the charts, served: `url` is the origin of page and shop. */
export type Studio = {
  url: string;
  port: number;
  /** Fulfilled with its last words when the shop has ended. */
  ended: Promise<string>;
  close: () => Promise<void>;
};

/** Where `npm run gallery` puts its pictures. */
const galleryFolder = fileURLToPath(new URL('../../../reports/gallery', import.meta.url));

type Listening = { port: number; close: () => Promise<void> };

/** Listens for this machine alone. Throws when the port is taken. */
const listenOn = (port: number, listener: RequestListener): Promise<Listening> =>
  new Promise((resolve, reject) => {
    const server = createServer(listener);
    server.once('error', reject);
    server.listen(port, 'localhost', () => {
      const address = server.address();
      resolve({
        port: typeof address === 'object' && address ? address.port : port,
        close: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });

const isTaken = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && (thrown.code === 'EADDRINUSE' || thrown.code === 'EACCES');

/** On that port, or on any free one when it is taken. */
const listen = (port: number, listener: RequestListener): Promise<Listening> =>
  listenOn(port, listener).catch((thrown: unknown) => {
    if (isTaken(thrown)) return listenOn(0, listener);
    throw thrown;
  });

/**
 * Starts a shop of its own and serves the page of the charts at `/charts/`; all else is the shop, so that both are of one origin and the page
 * may look into the shop's. In: the port it would like (the sandbox of payments comes under the next),
 * and where the gallery's pictures lie.
 */
export const openStudio = async (wanted: number, gallery: string = galleryFolder): Promise<Studio> => {
  const pages = await createPages(gallery);
  let shop: ShopProcess | undefined;
  const starting: RequestListener = (_, answer) => {
    answer.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1' }).end('The shop starts.');
  };
  const front = await listen(wanted, (asked, answer) => {
    if (asked.url?.startsWith('/charts')) return pages(asked, answer);
    if (!shop) return starting(asked, answer);
    const to = inspected(asked);
    if (to !== null) return answer.writeHead(302, { location: to, 'cache-control': 'no-store' }).end();
    return forward(shop.url, asked, answer);
  });
  const sandbox = await listen(wanted === 0 ? 0 : front.port + 1, (asked, answer) =>
    shop ? forward(shop.sandboxUrl, asked, answer) : starting(asked, answer),
  );
  const url = `http://localhost:${front.port}`;
  const stop = () => Promise.all([front.close(), sandbox.close()]);
  shop = await startShopProcess({ shop: url, sandbox: `http://localhost:${sandbox.port}` }).catch(async (thrown) => {
    await stop();
    throw thrown;
  });
  const { ended, close } = shop;
  return {
    url,
    port: front.port,
    ended,
    close: async () => {
      await stop();
      await close();
    },
  };
};
