import { apiPrefix } from 'ticket-store/src/api/contract/index.ts';
import type { Endpoint } from 'ticket-store/src/api/endpoint.ts';
import { Agent, type Dispatcher } from 'undici';

export type Reply = { status: number; text: string; retryAfter: string | undefined };
type Sent = { method?: Dispatcher.HttpMethod; headers?: Record<string, string>; body?: string };
type Input = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };

/** Connections are kept alive as in browsers, which also keeps the load of many clients small. */
const agent = new Agent({ connections: 1_000, pipelining: 1, keepAliveTimeout: 60_000 });
export const closeConnections = (): Promise<void> => agent.destroy();

/** Sends one request over a kept-alive connection. Throws if the connection fails. */
export const send = (url: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const { origin, pathname, search } = new URL(url);
    const reply: Reply = { status: 0, text: '', retryAfter: undefined };
    const parts: Buffer[] = [];
    agent.dispatch(
      { origin, path: pathname + search, method, headers, body: body ?? null },
      {
        onRequestStart: () => {},
        onResponseStart: (_controller, status, { 'retry-after': retryAfter }) => {
          reply.status = status;
          if (retryAfter !== undefined) reply.retryAfter = String(retryAfter);
        },
        onResponseData: (_controller, part) => void parts.push(part),
        onResponseEnd: () => resolve({ ...reply, text: Buffer.concat(parts).toString() }),
        onResponseError: (_controller, fault) => reject(fault),
      },
    );
  });

/** The same for a call of the contract, with a new key for a write. */
export const callOf = (
  url: string,
  { method, path }: Endpoint,
  { params = {}, query = {}, body }: Input,
): Promise<Reply> => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_place, name: string) => params[name] ?? '');
  const search = new URLSearchParams(query).toString();
  return send(`${url}${apiPrefix}${filled}${search && `?${search}`}`, {
    method,
    headers: {
      ...(method === 'GET' ? {} : { 'idempotency-key': crypto.randomUUID() }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
};

/** The body of a response. Throws with its text unless the status is 200. */
export const jsonOf = ({ status, text }: Reply): unknown => {
  if (status !== 200) throw new Error(`${status} ${text.slice(0, 300)}`);
  return JSON.parse(text);
};
