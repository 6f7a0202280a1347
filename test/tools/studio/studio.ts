import { createServer, type RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { forward, inspected } from './forward.ts';
import { createPages } from './pages.ts';
import { type ShopProcess, startShopProcess } from './shop-process.ts';

/** The chart viewer; `url` is the origin of both the page and the shop. */
export type Studio = {
  url: string;
  port: number;
  /** Resolves with its last output when the shop has ended. */
  ended: Promise<string>;
  close: () => Promise<void>;
};

/** Output folder of `npm run tool -- gallery`. */
const galleryFolder = fileURLToPath(new URL('../../../reports/gallery', import.meta.url));

type Listening = { port: number; close: () => Promise<void> };

/** Listens on localhost only. Throws if the port is taken. */
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

/** Listens on this port, or on a free one if it is taken. */
const listen = (port: number, listener: RequestListener): Promise<Listening> =>
  listenOn(port, listener).catch((thrown: unknown) => {
    if (isTaken(thrown)) return listenOn(0, listener);
    throw thrown;
  });

/**
 * Starts a shop and serves the chart viewer at `/charts/`; all other requests go to the shop, so that both have one origin and
 * the page may read the shop's frame. `wanted` is the preferred port; the payment sandbox uses the next one.
 */
export const openStudio = async (wanted: number, gallery: string = galleryFolder): Promise<Studio> => {
  const pages = await createPages(gallery);
  let shop: ShopProcess | undefined;
  const starting: RequestListener = (_, response) => {
    response.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1' }).end('The shop starts.');
  };
  const front = await listen(wanted, (request, response) => {
    if (request.url?.startsWith('/charts')) return pages(request, response);
    if (!shop) return starting(request, response);
    const to = inspected(request);
    if (to !== null) return response.writeHead(302, { location: to, 'cache-control': 'no-store' }).end();
    return forward(shop.url, request, response);
  });
  const sandbox = await listen(wanted === 0 ? 0 : front.port + 1, (request, response) =>
    shop ? forward(shop.sandboxUrl, request, response) : starting(request, response),
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
