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

/** A proxy in front of a server, by which each request comes to this host: clients do not let a test set the Host header. */
export const startHost = async (to: string, host: string): Promise<{ url: string; close: () => Promise<void> }> => {
  const server = createServer(forwardTo(to, (headers) => ({ ...headers, host })));
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
