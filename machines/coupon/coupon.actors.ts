import { fromPromise } from 'xstate';
import type { Extended, LookInput } from '#machines/hold/hold.types.ts';
import { noteOf } from '#src/domain/failures.ts';
import type { Order } from '#src/domain/order.ts';
import type { ChangeInput } from './coupon.types.ts';

/** Applies a coupon, or takes it away. Out: the order with its new total. Throws Failure. */
export const changeCoupon = fromPromise<Order, ChangeInput>(async ({ input, signal }) => {
  const [{ call }, { createOrderCoupon, deleteOrderCoupon }] = await Promise.all([
    import('#src/api/call.ts'),
    import('#src/api/contract/coupons.ts'),
  ]);
  return call(input.remove ? deleteOrderCoupon : createOrderCoupon, {
    params: { token: input.token },
    body: { coupon: input.code },
    key: input.key,
    signal,
  });
});

/** Pause between two tries to read the order, ms. */
const readEvery = 3_000;

/** The order as it stands, as soon as the server can be reached again. Throws Failure where it can be, and refuses. */
export const awaitOrder = fromPromise<Extended, LookInput>(async ({ input, signal }) => {
  const [{ call }, { getOrder }] = await Promise.all([
    import('#src/api/call.ts'),
    import('#src/api/contract/orders.ts'),
  ]);
  for (;;) {
    await new Promise((resolve) => {
      setTimeout(resolve, readEvery);
    });
    try {
      return { order: await call(getOrder, { params: { token: input.token }, signal }), at: Date.now() };
    } catch (thrown) {
      if (signal.aborted || noteOf(thrown).code !== 'connection_error') throw thrown;
    }
  }
});
