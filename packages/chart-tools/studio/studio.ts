import { createServer, type Server } from 'node:http';
import { buildSimulation } from './build-simulation.ts';
import { pages } from './pages.ts';

/** The charts page. */
export type Studio = { url: string; port: number; close: () => Promise<void> };

/** Listens on localhost only. Throws if the port is taken. */
const listenOn = (port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer(pages);
    server.once('error', reject);
    server.listen(port, 'localhost', () => resolve(server));
  });

/** Serves the charts page on this port, or on a free one if it is taken. */
export const openStudio = async (wanted: number): Promise<Studio> => {
  await buildSimulation();
  const server = await listenOn(wanted).catch(() => listenOn(0));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : wanted;
  return {
    url: `http://localhost:${port}`,
    port,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
};
