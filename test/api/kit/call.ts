import { request as plainly } from 'node:http';
import { request as securely } from 'node:https';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { apiPrefix, type CallName, contract } from '#src/api/contract/index.ts';
import type { Endpoint } from '#src/api/endpoint.ts';

/** Finds the schemas of an OpenAPI document by keys, and validates by them. Throws if there is none. */
export const schemasOf = (document: object) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addFormat('date', v.ISO_DATE_REGEX);
  ajv.addFormat('date-time', v.ISO_TIMESTAMP_REGEX);
  ajv.addFormat('uri', URL.canParse);
  ajv.addFormat('email', true);
  ajv.addSchema(document, 'openapi');
  /** Errors of the schema at this place for a value. */
  return (place: readonly string[], value: unknown) => {
    const keys = place.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')));
    const validate = ajv.getSchema(`openapi#/${keys.join('/')}`);
    if (!validate) throw new Error(`The description lacks ${place.join(' ')}.`);
    validate(value);
    return validate.errors ?? [];
  };
};

/** Every call of the contract by its name. */
export const rows: [string, Endpoint][] = Object.entries(contract);

/** Names of the parameters in a path. */
export const pathParams = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

type Raw = {
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array | null;
};

/** Sends a request exactly as written; `fetch` would normalise it. */
export const sendRaw = (url: string, { method, path, headers, body }: Raw): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { protocol, hostname, port } = new URL(url);
    const request = protocol === 'https:' ? securely : plainly;
    const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) };
    const outgoing = request({ hostname, port, path, method, headers: { ...headers, ...length } }, (reply) => {
      let text = '';
      reply.setEncoding('utf8');
      reply.on('data', (part: string) => {
        text += part;
      });
      reply.on('error', reject);
      reply.on('end', () => {
        const responseHeaders = new Headers();
        for (const [name, value] of Object.entries(reply.headers)) responseHeaders.set(name, String(value));
        resolve({ status: reply.statusCode ?? 0, headers: responseHeaders, text });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body ?? undefined);
  });

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
  return (call, sent) =>
    send(call, { ...(endpointOf(call).method !== 'GET' && { key: crypto.randomUUID() }), ...sent });
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
