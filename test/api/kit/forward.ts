import { createServer, type IncomingHttpHeaders, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Passes requests on to another server, with other headers. */
export const forwardTo =
  (to: string, change: (headers: IncomingHttpHeaders) => IncomingHttpHeaders): RequestListener =>
  (incoming, reply) => {
    const options = { method: incoming.method, headers: change(incoming.headers) };
    const passed = request(`${to}${incoming.url}`, options, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    });
    passed.on('error', () => reply.destroy());
    incoming.pipe(passed);
  };

/** A server on a free port; to close it cuts its connections. */
export const startServer = async (listener: RequestListener): Promise<{ url: string; close: () => Promise<void> }> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** A proxy in front of a server, by which each request comes to this host: clients do not let a test set the Host header. */
export const startHost = (to: string, host: string) => startServer(forwardTo(to, (headers) => ({ ...headers, host })));
