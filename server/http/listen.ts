import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createAdaptorServer, type Http2Bindings, type HttpBindings } from '@hono/node-server';

/** What Node knows of a request's connection. */
export type Bindings = HttpBindings | Http2Bindings;

/** What answers a request. */
export type Answering = (request: Request, bindings: Bindings) => Response | Promise<Response>;

/** A listening server: where, whom it tells of each new connection, and what ends it. */
export type Listening = {
  port: number;
  url: string;
  onConnection: (told: (socket: Socket) => void) => void;
  close: (linger?: number) => Promise<void>;
};

/**
 * Milliseconds: until the headers of a request are there, until all of it is (408 and the end of the connection), and how
 * often that is looked at. A connection costs little; work begins with a whole request, so slow ones keep nobody waiting.
 */
export const patience = { headers: 10_000, request: 30_000, looks: 2_500 };

/** Longer than proxies keep a connection they may use again (60 s): whoever closes it first loses nobody's request. */
const keptAlive = 65_000;

/**
 * Connections that may stand in line before they are looked at, as far as the system allows (somaxconn). Whoever finds the line
 * full hears nothing for minutes, and is not even told to come again: with Node's 511, a sale that opens reaches that.
 */
const line = 4_096;

/** Bytes of all headers of a request; more is 431. */
const maxHeaders = 16 * 1024;

/**
 * Listens on a port (0 is any free one). `close` goes on answering for `linger` ms where there are connections, and ends each
 * after its answer: else a request that is just being sent on one that is kept would be cut off. Then it takes no more, cuts
 * connections after ten seconds, and resolves when no request runs any more, not even one whose asker is gone: the database must
 * not be closed under it.
 */
export const listen = async (
  answer: Answering,
  port: number,
  host?: string,
  { headers, request, looks }: typeof patience = patience,
): Promise<Listening> => {
  const running = new Set<Promise<Response>>();
  const counted = (asked: Request, bindings: Bindings): Promise<Response> => {
    const answered = Promise.resolve(answer(asked, bindings)).finally(() => running.delete(answered));
    running.add(answered);
    return answered;
  };
  const server = createAdaptorServer({
    fetch: counted,
    serverOptions: {
      headersTimeout: headers,
      requestTimeout: request,
      keepAliveTimeout: keptAlive,
      connectionsCheckingInterval: looks,
      maxHeaderSize: maxHeaders,
    },
  });
  const open = new Set<{ shouldKeepAlive: boolean }>();
  let isEnding = false;
  server.prependListener('request', (_asked, reply) => {
    if (isEnding) reply.shouldKeepAlive = false;
    open.add(reply);
    reply.once('close', () => open.delete(reply));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: line }, resolve);
  });
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  const letGo = async (linger: number) => {
    isEnding = true;
    for (const reply of open) reply.shouldKeepAlive = false;
    const count = await new Promise<number>((resolve) => server.getConnections((_fault, found) => resolve(found)));
    if (count > 0 && linger > 0) await pause(linger);
  };
  const close = async (linger = 0) => {
    await letGo(linger);
    await new Promise<void>((resolve) => {
      const cut = () => 'closeAllConnections' in server && server.closeAllConnections();
      const timer = setTimeout(cut, 10_000);
      server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      if ('closeIdleConnections' in server) server.closeIdleConnections();
    });
    await Promise.allSettled(running);
  };
  const onConnection: Listening['onConnection'] = (told) => void server.on('connection', told);
  return { port: bound, url: `http://localhost:${bound}`, onConnection, close };
};
