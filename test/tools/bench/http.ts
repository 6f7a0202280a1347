import { Agent, request } from 'node:http';
import { apiPrefix } from '#src/api/contract/index.ts';
import type { Endpoint } from '#src/api/endpoint.ts';

/* Browsers keep their connection while they come again. */
const agent = new Agent({ keepAlive: true, maxFreeSockets: 10_000 });

export type Reply = { status: number; text: string; retryAfter: string | undefined };
type Sent = { method?: string; headers?: Record<string, string>; body?: string };

/** One request over a kept connection. Throws when the connection fails. */
export const ask = (url: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const asked = request(url, { method, agent, headers: { ...length, ...headers } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.once('end', () => {
        const text = Buffer.concat(parts).toString();
        resolve({ status: answer.statusCode ?? 0, text, retryAfter: answer.headers['retry-after'] });
      });
      answer.once('error', reject);
    });
    asked.once('error', reject);
    asked.end(body);
  });

/** The same for a call of the contract, with a key of its own for a write. */
export const callOf = (
  url: string,
  { method, path, write }: Endpoint,
  {
    params = {},
    query = {},
    body,
  }: { params?: Record<string, string>; query?: Record<string, string>; body?: unknown },
): Promise<Reply> => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_place, name: string) => params[name] ?? '');
  const search = new URLSearchParams(query).toString();
  return ask(`${url}${apiPrefix}${filled}${search && `?${search}`}`, {
    method,
    headers: {
      ...(write ? { 'idempotency-key': crypto.randomUUID() } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
};

/** In: an answer. Out: its body. Throws with its words when it is not 200. */
export const jsonOf = ({ status, text }: Reply): unknown => {
  if (status !== 200) throw new Error(`${status} ${text.slice(0, 300)}`);
  return JSON.parse(text);
};

export const closeConnections = (): void => agent.destroy();
