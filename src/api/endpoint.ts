import * as v from 'valibot';

type Schema = v.GenericSchema;

/**
 * The contract of one call, shared by client and server (docs/architecture.md#contract). `path` holds `{name}` parameters. Every
 * call but a GET is a write, which sends an Idempotency-Key. `silent`: no failure opens a dialog, because the caller shows it in
 * place or ignores it. `ignored`: statuses that are treated as silent. `timeout`: ms, none by default
 * (docs/product.md#call-reports). `browser`: sends the browser's secret, so that its data are not shown to another browser, and
 * its place in the waiting room is found; `paying`: of a payment, so that it is stored for longer.
 */
export type Endpoint<Q extends Schema = Schema, B extends Schema = Schema, R extends Schema = Schema> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query: Q;
  body: B;
  reply: R;
  silent?: boolean;
  ignored?: readonly number[];
  timeout?: number;
  /** An additional request header of this call. */
  header?: 'x-recaptcha-token';
  browser?: boolean | 'paying';
};

/** The header of a browser's secret: 128 random bits as 32 hexadecimal digits. */
export const browserHeader = 'x-browser-secret';

/** No query or no body; anything sent is ignored. */
export const None = v.optional(v.looseObject({}));
type Nothing = typeof None;

/** Defines a call with the literal types of its schemas. Without a method it is a GET; a query or a body that is not named is absent. */
export const endpoint = <R extends Schema, Q extends Schema = Nothing, B extends Schema = Nothing>(
  row: Omit<Endpoint<Q, B, R>, 'method' | 'query' | 'body'> & { method?: Endpoint['method']; query?: Q; body?: B },
) => ({ method: 'GET', query: None, body: None, ...row }) as Endpoint<Q, B, R>;
