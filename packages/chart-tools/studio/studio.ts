import { createServer, type RequestListener } from 'node:http';
import { fileURLToPath } from 'node:url';
import { buildSimulation } from './build-simulation.ts';
import { forward, inspected } from './forward.ts';
import { createPages, sitesFile } from './pages.ts';
import { type Fronts, type ShopProcess, startShopProcess } from './shop-process.ts';

/** The chart viewer; `url` is the origin of both the page and the shop. */
export type Studio = {
  url: string;
  port: number;
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

/** A shop that starts when it is first asked for something. */
const lazyShop = (fronts: () => Fronts) => {
  let starting: Promise<ShopProcess> | undefined;
  let ended = false;
  return {
    start: (): Promise<ShopProcess> => {
      if (ended) return Promise.reject(new Error('The shop has ended.'));
      starting ??= startShopProcess(fronts());
      starting.catch(() => {
        starting = undefined;
      });
      return starting;
    },
    close: async (): Promise<void> => {
      ended = true;
      await starting?.then(({ close }) => close()).catch(() => undefined);
    },
  };
};

/**
 * Serves the chart viewer at `/charts/`; all other requests go to a shop that the first of them starts, so that both have one
 * origin and the page may read the shop's frame. `wanted` is the preferred port; the payment sandbox uses the next one.
 */
export const openStudio = async (wanted: number, gallery: string = galleryFolder): Promise<Studio> => {
  await buildSimulation();
  const pages = createPages(gallery);
  const shop = lazyShop(() => ({ shop: url, sandbox: `http://localhost:${sandbox.port}` }));
  const pass = (to: (found: ShopProcess) => string): RequestListener => {
    return (request, response) => {
      shop.start().then(
        (found) => forward(to(found), request, response),
        (thrown: unknown) => response.writeHead(503, { 'content-type': 'text/plain' }).end(String(thrown)),
      );
    };
  };
  const toShop = pass((found) => found.url);
  const front = await listen(wanted, (request, response) => {
    if (request.url?.startsWith('/charts')) return pages(request, response);
    const picture = sitesFile(request.url ?? '');
    if (picture) return response.writeHead(200, { 'content-type': picture.type }).end(picture.body);
    const to = inspected(request);
    if (to !== null) return response.writeHead(302, { location: to, 'cache-control': 'no-store' }).end();
    return toShop(request, response);
  });
  const sandbox = await listen(
    wanted === 0 ? 0 : front.port + 1,
    pass((found) => found.sandboxUrl),
  );
  const url = `http://localhost:${front.port}`;
  return {
    url,
    port: front.port,
    close: async () => {
      await Promise.all([front.close(), sandbox.close()]);
      await shop.close();
    },
  };
};
