import type * as v from 'valibot';

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
