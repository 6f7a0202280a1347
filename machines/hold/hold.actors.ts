import { fromPromise } from 'xstate';
import { call } from '#src/api/call.ts';
import { extendOrder, getOrder } from '#src/api/contract/orders.ts';
import type { Extended, ExtendInput, LookInput } from './hold.types.ts';

/** Extends the hold, or takes an ended one again while its seats are free (docs/product.md#holds). Throws Failure. */
export const extendHold = fromPromise<Extended, ExtendInput>(async ({ input, signal }) => {
  const order = await call(extendOrder, { params: { token: input.token }, key: input.key, signal });
  return { order, at: Date.now() };
});

/** Reads the order: another tab may have paid or cancelled it. Throws Failure. */
export const lookAtOrder = fromPromise<Extended, LookInput>(async ({ input, signal }) => {
  return { order: await call(getOrder, { params: { token: input.token }, signal }), at: Date.now() };
});
