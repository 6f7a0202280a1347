import { fromPromise } from 'xstate';
import { call } from '#src/api/call.ts';
import { getToday } from '#src/api/contract/products.ts';
import type { ReadResult, SignageInput } from './signage.types.ts';

/** Reads today's ticket information, in the page's language. Throws Failure. */
export const readToday = fromPromise<ReadResult, SignageInput>(async ({ input, signal }) => {
  const today = await call(getToday, { query: input, signal });
  return { today, at: Date.now() };
});
