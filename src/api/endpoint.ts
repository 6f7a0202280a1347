import type * as v from 'valibot';

type Schema = v.GenericSchema;

/**
 * The contract of one call, written once for client and server (docs/architecture.md#contract). `path` holds `{name}` places.
 * `silent`: no dialog whatever happens; the caller says it in place, or goes on without. `ignored`: statuses of which the
 * same holds. `timeout`: ms, none by default (docs/product.md#call-reports). `write`: carries an Idempotency-Key. `browser`: carries the
 * browser's secret, so that what belongs to a browser is shown to no other one.
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
  /** A header of the call's own, with what it carries. */
  header?: 'x-recaptcha-token';
  write?: boolean;
  browser?: boolean;
};

/** The header of a browser's secret, 128 random bits as 32 hexadecimal digits. */
export const browserHeader = 'x-browser-secret';

/** Keeps the literal types of a row. */
export const endpoint = <Q extends Schema, B extends Schema, R extends Schema>(
  row: Endpoint<Q, B, R>,
): Endpoint<Q, B, R> => row;
