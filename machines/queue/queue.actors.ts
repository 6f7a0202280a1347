import { fromPromise } from 'xstate';
import { call } from '#src/api/call.ts';
import { getQueuePlace } from '#src/api/contract/orders.ts';
import type { QueueInput, ReadPlace } from './queue.types.ts';

/** Reads this browser's place in the waiting room. Throws Failure. */
export const readPlace = fromPromise<ReadPlace, QueueInput>(async ({ input, signal }) => {
  const place = await call(getQueuePlace, { query: { product_uuid: input.product }, signal });
  return { place, at: Date.now() };
});
