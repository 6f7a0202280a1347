import { createServer, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener, type Http2Bindings, type HttpBindings, RequestError } from '@hono/node-server';
import { Problem } from '#server/shared/problem.ts';
import { type Refuse, refusePlainly } from './refuse.ts';
import { ambiguityOf } from './single-headers.ts';
import { answerUnparsed } from './unparsed.ts';

/** The Node objects behind a request's connection. */
export type Bindings = HttpBindings | Http2Bindings;

/** Handles a request. */
export type RequestHandler = (request: Request, bindings: Bindings) => Response | Promise<Response>;

/** A listening server. `onConnection` adds a listener for new connections; `close` stops the server. */
export type Listening = {
  port: number;
  url: string;
  onConnection: (listener: (socket: Socket) => void) => void;
  close: (linger?: number) => Promise<void>;
};

/**
 * Milliseconds: until the headers of a request are complete, until all of it is (else 408 and the connection is closed), and how
 * often that is checked. Idle connections are cheap: work begins with a complete request, so slow ones delay no other client.
 */
export const timeouts = { headers: 10_000, request: 30_000, checkInterval: 2_500 };

/** Milliseconds until `close` cuts the connections that are left. */
const cutAfter = 10_000;

/** Longer than proxies reuse an idle connection (60 s): if the server closed it first, a request could be lost. */
const idleTimeout = 65_000;

/**
 * Length of the accept queue, as far as the system allows (somaxconn). A client that finds it full waits for minutes without any
 * reply. A sale that opens exceeds Node's default of 511.
 */
const backlog = 4_096;

/** Bytes of all headers of a request; more is 431. */
const maxHeaders = 16 * 1024;

/** The problem of a request that never becomes one, since its Host header or its target makes no address. */
const unreadable = (thrown: unknown): Problem => {
  const detail = 'The Host header and the path do not make an address.';
  return thrown instanceof RequestError ? new Problem('bad_request', { detail }) : new Problem('request_error');
};

/**
 * Listens on a port (0: any free one). `refuse` answers what is not handled: ambiguous, malformed, late. `close` goes on serving open connections for `linger` ms and ends each after its response,
 * so that a request just being sent is not cut off. Then it accepts no more, cuts connections ten seconds after the call, and
 * resolves when no handler runs any more, even for clients that are gone: until then the database is in use.
 */
export const listen = async (
  handler: RequestHandler,
  port: number,
  host?: string,
  { refuse = refusePlainly, ...times }: Partial<typeof timeouts> & { refuse?: Refuse } = {},
): Promise<Listening> => {
  const { headers, request, checkInterval } = { ...timeouts, ...times };
  const running = new Set<Promise<Response>>();
  const counted = (incoming: Request, bindings: Bindings): Response | Promise<Response> => {
    const detail = ambiguityOf(bindings.incoming);
    if (detail !== null) return refuse(new Problem('bad_request', { detail }), bindings.incoming);
    const pending = Promise.resolve(handler(incoming, bindings)).finally(() => running.delete(pending));
    running.add(pending);
    return pending;
  };
  const options = {
    headersTimeout: headers,
    requestTimeout: request,
    keepAliveTimeout: idleTimeout,
    connectionsCheckingInterval: checkInterval,
    maxHeaderSize: maxHeaders,
    /* Node's own refusal has no body. */
    requireHostHeader: false,
  };
  const server = createServer(
    options,
    getRequestListener(counted, { errorHandler: (thrown) => refuse(unreadable(thrown)) }),
  );
  const open = new Set<ServerResponse>();
  let isEnding = false;
  server.prependListener('request', (_request, reply) => {
    if (isEnding) reply.shouldKeepAlive = false;
    open.add(reply);
    reply.once('close', () => open.delete(reply));
  });
  /* An unknown expectation may be ignored (RFC 9110, 10.1.1); Node's own 417 has no headers. */
  server.on('checkExpectation', (incoming, reply) => server.emit('request', incoming, reply));
  server.on('clientError', (thrown, socket) => {
    if (socket instanceof Socket) answerUnparsed(thrown, socket, open, refuse);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog }, resolve);
  });
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  const drain = async (linger: number) => {
    isEnding = true;
    for (const reply of open) reply.shouldKeepAlive = false;
    const count = await new Promise<number>((resolve) => server.getConnections((_fault, found) => resolve(found)));
    if (count > 0 && linger > 0) await pause(linger);
  };
  const close = async (linger = 0) => {
    await drain(linger);
    await new Promise<void>((resolve) => {
      const cut = () => server.closeAllConnections();
      const timer = setTimeout(cut, cutAfter - linger);
      server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      server.closeIdleConnections();
    });
    await Promise.allSettled(running);
  };
  const onConnection: Listening['onConnection'] = (listener) => void server.on('connection', listener);
  return { port: bound, url: `http://localhost:${bound}`, onConnection, close };
};
