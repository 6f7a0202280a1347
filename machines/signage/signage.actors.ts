import { fromPromise } from 'xstate';
import type { Looked, SignageInput } from './signage.types.ts';

/** Reads today's ticket information, in the page's language. Throws Failure. */
export const readToday = fromPromise<Looked, SignageInput>(async ({ input, signal }) => {
  const [{ call }, { getToday }] = await Promise.all([
    import('#src/api/call.ts'),
    import('#src/api/contract/signage.ts'),
  ]);
  const today = await call(getToday, { query: input, signal });
  return { today, at: Date.now() };
});
