import * as v from 'valibot';
import { apiPrefix, type CallName, contract } from '#src/api/contract/index.ts';
import type { Endpoint } from '#src/api/endpoint.ts';

export type Answer = { status: number; headers: Headers; text: string };

export type Sent = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  /** The Idempotency-Key; null for none. */
  key?: string | null;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/** A call of the contract by its name, or any other endpoint. */
export type Call = CallName | Endpoint;
export type EndpointOf<C extends Call> = C extends CallName ? (typeof contract)[C] : C;
export const endpointOf = <C extends Call>(call: C): EndpointOf<C> => {
  const named: Call = call;
  return (typeof named === 'string' ? contract[named] : named) as EndpointOf<C>;
};

/** Makes a call of the contract; accepts any response. */
export type Send = (call: Call, sent?: Sent) => Promise<Answer>;
export type ContractCall = <C extends Call>(call: C, sent?: Sent) => Promise<v.InferOutput<EndpointOf<C>['reply']>>;

const fill = (path: string, params: Record<string, string>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));

/** Makes calls of the contract to a shop at this address. */
export const sendTo =
  (url: string): Send =>
  async (call, { params = {}, query = {}, body, key, headers = {}, signal = null } = {}) => {
    const endpoint = endpointOf(call);
    const search = new URLSearchParams(query).toString();
    const reply = await fetch(`${url}${apiPrefix}${fill(endpoint.path, params)}${search && `?${search}`}`, {
      method: endpoint.method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined || key === null ? {} : { 'idempotency-key': `"${key}"` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal,
    });
    return { status: reply.status, headers: reply.headers, text: await reply.text() };
  };

/** The same, with a new key for each write, unless `sent` has a `key`. */
export const sendWithKeys = (url: string): Send => {
  const send = sendTo(url);
  return (call, sent) => send(call, { ...(endpointOf(call).write && { key: crypto.randomUUID() }), ...sent });
};

/** Throws unless the response is 200 with a reply of the contract's shape. */
export const createCall =
  (send: Send): ContractCall =>
  async (call, sent) => {
    const { status, text } = await send(call, sent);
    const endpoint = endpointOf(call);
    if (status !== 200) throw new Error(`${endpoint.method} ${endpoint.path} answered ${status}: ${text}`);
    return v.parse<(typeof endpoint)['reply']>(endpoint.reply, JSON.parse(text));
  };
