import { Agent, type Dispatcher } from 'undici';
import { apiPrefix } from '#src/api/contract/index.ts';
import type { Endpoint } from '#src/api/endpoint.ts';

export type Reply = { status: number; text: string; retryAfter: string | undefined };
type Sent = { method?: Dispatcher.HttpMethod; headers?: Record<string, string>; body?: string };
type Input = { params?: Record<string, string>; query?: Record<string, string>; body?: unknown };

/**
 * A client with connections of its own, from an address of this machine where one is given. Browsers keep their connection
 * while they come again; a crowd's must cost this machine as little as it can.
 */
export const createClient = (localAddress?: string, connections = 1_000) => {
  const own = localAddress === undefined ? {} : { localAddress };
  const agent = new Agent({ connections, pipelining: 1, keepAliveTimeout: 60_000, ...own });

  /** One request over a kept connection. Throws when the connection fails. */
  const ask = (url: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const { origin, pathname, search } = new URL(url);
      const told: Reply = { status: 0, text: '', retryAfter: undefined };
      const parts: Buffer[] = [];
      agent.dispatch(
        { origin, path: pathname + search, method, headers, body: body ?? null },
        {
          onRequestStart: () => {},
          onResponseStart: (_controller, status, { 'retry-after': retryAfter }) => {
            told.status = status;
            if (retryAfter !== undefined) told.retryAfter = String(retryAfter);
          },
          onResponseData: (_controller, part) => void parts.push(part),
          onResponseEnd: () => resolve({ ...told, text: Buffer.concat(parts).toString() }),
          onResponseError: (_controller, fault) => reject(fault),
        },
      );
    });

  /** The same for a call of the contract, with a key of its own for a write. */
  const callOf = (
    url: string,
    { method, path, write }: Endpoint,
    { params = {}, query = {}, body }: Input,
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

  return { ask, callOf, close: (): Promise<void> => agent.destroy() };
};

export const { ask, callOf, close: closeConnections } = createClient();

/** In: an answer. Out: its body. Throws with its words when it is not 200. */
export const jsonOf = ({ status, text }: Reply): unknown => {
  if (status !== 200) throw new Error(`${status} ${text.slice(0, 300)}`);
  return JSON.parse(text);
};
