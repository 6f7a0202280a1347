import * as v from 'valibot';
import type { Endpoint } from '../endpoint.ts';

type Schema = v.GenericSchema;

/** No query or no body; anything sent is ignored. */
export const None = v.optional(v.looseObject({}));
type Nothing = typeof None;

/** Defines a call with the literal types of its schemas. Without a method it is a GET; a query or a body that is not named is absent. */
export const endpoint = <R extends Schema, Q extends Schema = Nothing, B extends Schema = Nothing>(
  row: Omit<Endpoint<Q, B, R>, 'method' | 'query' | 'body'> & { method?: Endpoint['method']; query?: Q; body?: B },
) => ({ method: 'GET', query: None, body: None, ...row }) as Endpoint<Q, B, R>;
