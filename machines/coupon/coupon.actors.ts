import { fromPromise } from 'xstate';
import { call } from '#src/api/call.ts';
import { createOrderCoupon, deleteOrderCoupon } from '#src/api/contract/orders.ts';
import type { Order } from '#src/domain/order.ts';
import type { ChangeInput } from './coupon.types.ts';

/** Applies or removes a coupon; returns the order with its new total. Throws Failure. */
export const changeCoupon = fromPromise<Order, ChangeInput>(async ({ input, signal }) => {
  return call(input.remove ? deleteOrderCoupon : createOrderCoupon, {
    params: { token: input.token },
    body: { coupon: input.code },
    key: input.key,
    signal,
  });
});
