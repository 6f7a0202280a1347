import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { documentOf, Problem } from '#server/shared/problem.ts';
import type { Refuse } from './refuse.ts';

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
export const answerUnparsed = (
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
