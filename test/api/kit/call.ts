import * as v from 'valibot';
import { apiPrefix } from '#src/api/contract/index.ts';
import type { Endpoint } from '#src/api/endpoint.ts';

export type Answer = { status: number; headers: Headers; text: string };

type Sent = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  key?: string;
  headers?: Record<string, string>;
};

/** Makes a call of the contract; accepts any response. */
export type Send = (endpoint: Endpoint, sent?: Sent) => Promise<Answer>;
export type ContractCall = <E extends Endpoint>(endpoint: E, sent?: Sent) => Promise<v.InferOutput<E['reply']>>;

const fill = (path: string, params: Record<string, string>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));

/** Makes calls of the contract to a shop at this address. */
export const sendTo =
  (url: string): Send =>
  async (endpoint, { params = {}, query = {}, body, key, headers = {} } = {}) => {
    const search = new URLSearchParams(query).toString();
    const reply = await fetch(`${url}${apiPrefix}${fill(endpoint.path, params)}${search && `?${search}`}`, {
      method: endpoint.method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { 'idempotency-key': `"${key}"` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: reply.status, headers: reply.headers, text: await reply.text() };
  };

/** Throws unless the response is 200 with a reply of the contract's shape. */
export const createCall =
  (send: Send): ContractCall =>
  async <E extends Endpoint>(endpoint: E, sent?: Sent): Promise<v.InferOutput<E['reply']>> => {
    const { status, text } = await send(endpoint, sent);
    if (status !== 200) throw new Error(`${endpoint.method} ${endpoint.path} answered ${status}: ${text}`);
    return v.parse<E['reply']>(endpoint.reply, JSON.parse(text));
  };
