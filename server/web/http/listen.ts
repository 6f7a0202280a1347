import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener, type Http2Bindings, type HttpBindings, RequestError } from '@hono/node-server';
import { documentOf, Problem } from '#server/shared/problem.ts';
import { type Refuse, refusePlainly } from './refuse.ts';

/** Status and detail by the code of Node's error; any other is 400. */
const faults: Readonly<Record<string, [status: number, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'An extension of a chunk is too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
};

/**
 * Answers what Node could not parse, or what did not arrive in time, and closes the connection. Without a response where the client
 * is gone or sent nothing, or where another response has begun.
 */
const answerUnparsed = (
  thrown: Error & { code?: string },
  socket: Socket,
  open: ReadonlySet<ServerResponse>,
  refuse: Refuse,
): void => {
  const hasBegun = [...open].some((reply) => reply.socket === socket && reply.headersSent);
  if (!socket.writable || socket.bytesRead === 0 || thrown.code === 'ECONNRESET' || hasBegun) {
    socket.destroy();
    return;
  }
  const [status, detail] = faults[thrown.code ?? ''] ?? [400, 'This is no HTTP request.'];
  const problem = new Problem('bad_request', { status, detail, headers: { connection: 'close' } });
  const { headers } = refuse(problem);
  const body = JSON.stringify(documentOf(problem, headers.get('x-request-id') ?? undefined));
  headers.set('content-length', String(Buffer.byteLength(body)));
  const fields = [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${fields}\r\n${body}`, () => socket.destroy());
};

/** Headers that decide something and have one value. Of several, Node takes the first or joins them, and a proxy may take the last. */
const single: ReadonlySet<string> = new Set([
  'authorization',
  'content-type',
  'host',
  'idempotency-key',
  'stripe-signature',
  'x-browser-secret',
  'x-recaptcha-token',
]);

type Incoming = Pick<IncomingMessage, 'rawHeaders' | 'headers'> & { url?: string | undefined };

/** Whether a target that is a whole address differs from the Host header, or one of them is malformed. */
const isOtherHost = ({ url = '', headers: { host } }: Incoming): boolean => {
  if (!/^https?:\/\//.test(url)) return false;
  const target = URL.parse(url);
  const named = URL.parse(`${target?.protocol}//${host}/`);
  if (!target || !named) return true;
  const hasUser = [target, named].some(({ username, password }) => username + password !== '');
  return target.origin !== named.origin || named.pathname !== '/' || hasUser;
};

/** A load balancer's probe may come without a Host header (RFC 9112 wants one of HTTP/1.1 only). */
const isProbe = ({ url }: Incoming): boolean => url === '/healthz' || url === '/readyz';

const noAddress = 'The Host header and the path do not make an address.';

/** Names the reason why a proxy and this server could read a request differently; null if there is none. */
const ambiguityOf = (incoming: Incoming): string | null => {
  const names = incoming.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const repeated = names.find((name, index) => single.has(name) && names.indexOf(name) !== index);
  if (repeated !== undefined) return `More than one ${repeated} header.`;
  if (!incoming.headers.host && !isProbe(incoming)) return noAddress;
  return isOtherHost(incoming) ? 'The Host header and the target differ.' : null;
};

/** The Node objects behind a request's connection. */
export type Bindings = HttpBindings | Http2Bindings;

export type RequestHandler = (request: Request, bindings: Bindings) => Response | Promise<Response>;

/**
 * Milliseconds: until the headers of a request are complete, until all of it is (else 408 and the connection is closed), and how
 * often that is checked. Idle connections are cheap: work begins with a complete request, so slow ones delay no other client.
 */
export const timeouts = { headers: 10_000, request: 30_000, checkInterval: 2_500 };

/** Milliseconds from the end of the lingering until `close` cuts the connections that are left. */
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
const unreadable = (thrown: unknown): Problem =>
  thrown instanceof RequestError ? new Problem('bad_request', { detail: noAddress }) : new Problem('request_error');

/**
 * Listens on a port (0: any free one). `refuse` answers what is not handled: ambiguous, malformed, late. `close` goes on serving for
 * `linger` ms and ends each connection after its response, so that a request just being sent is not cut off. Then it accepts no more,
 * cuts connections ten seconds later, and resolves when no handler runs any more, even for clients that are gone: until then the
 * database is in use.
 */
export const listen = async (
  handler: RequestHandler,
  port: number,
  host?: string,
  { refuse = refusePlainly, ...times }: Partial<typeof timeouts> & { refuse?: Refuse } = {},
) => {
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
    // the name of a probe's address, which has no Host header
    getRequestListener(counted, { hostname: 'probe.invalid', errorHandler: (thrown) => refuse(unreadable(thrown)) }),
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
  const close = async (linger = 0) => {
    isEnding = true;
    for (const reply of open) reply.shouldKeepAlive = false;
    await pause(linger);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => server.closeAllConnections(), cutAfter);
      server.close(() => {
        clearTimeout(timer);
        resolve();
      });
      server.closeIdleConnections();
    });
    await Promise.allSettled(running);
  };
  const onConnection = (listener: (socket: Socket) => void): void => void server.on('connection', listener);
  return { port: bound, url: `http://localhost:${bound}`, onConnection, close };
};
