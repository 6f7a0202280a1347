import { fromPromise } from 'xstate';
import type { Extended, ExtendInput, LookInput } from './hold.types.ts';

/** More time, or an ended hold taken again when its seats are still free (docs/architecture.md#holds). Throws Failure. */
export const extendHold = fromPromise<Extended, ExtendInput>(async ({ input, signal }) => {
  const [{ call }, { extendOrder }] = await Promise.all([
    import('#src/api/call.ts'),
    import('#src/api/contract/orders.ts'),
  ]);
  const order = await call(extendOrder, { params: { token: input.token }, key: input.key, signal });
  return { order, at: Date.now() };
});

/** The order as it stands: another tab may have paid or cancelled it. Throws Failure. */
export const lookAtOrder = fromPromise<Extended, LookInput>(async ({ input, signal }) => {
  const [{ call }, { getOrder }] = await Promise.all([
    import('#src/api/call.ts'),
    import('#src/api/contract/orders.ts'),
  ]);
  return { order: await call(getOrder, { params: { token: input.token }, signal }), at: Date.now() };
});
