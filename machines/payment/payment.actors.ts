import { fromPromise } from 'xstate';
import type { Order } from '#src/domain/order.ts';
import type { PaymentToken } from '#src/domain/payment.ts';
import { within } from '#src/domain/within.ts';
import type { CouponInput, TokenInput } from './payment.types.ts';

/** Asks the card form that is on screen for the provider's token (DESIGN §3.13). Throws Failure the visitor can mend. */
export const takeToken = fromPromise<PaymentToken, TokenInput>(async ({ input }) => {
  const { takeTokenFrom } = await within(import('#src/payments/desk.ts'));
  return takeTokenFrom(input.method);
});

/** Applies a coupon, or takes it away. Out: the order with its new total. Throws Failure. */
export const changeCoupon = fromPromise<Order, CouponInput>(async ({ input, signal }) => {
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
