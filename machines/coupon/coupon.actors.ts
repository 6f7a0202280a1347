import { fromPromise } from 'xstate';
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
export const readEvery = 3_000;
