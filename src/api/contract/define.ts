import * as v from 'valibot';
import type { Endpoint } from '../endpoint.ts';

type Schema = v.GenericSchema;

/** No query or no body; anything sent is ignored. */
export const None = v.optional(v.looseObject({}));
type Nothing = typeof None;

/** Defines a call with the literal types of its schemas. An unnamed part, such as a query or a body, is absent. */
export const endpoint = <R extends Schema, Q extends Schema = Nothing, B extends Schema = Nothing>(
  row: Omit<Endpoint<Q, B, R>, 'query' | 'body'> & { query?: Q; body?: B },
) => ({ query: None, body: None, ...row }) as Endpoint<Q, B, R>;
