import * as v from 'valibot';
import { maxCodeLength } from '#src/domain/coupon.ts';
import { OrderSchema } from '#src/domain/order.ts';
import { lineOf } from '#src/domain/text.ts';
import { endpoint } from './define.ts';

const CouponBody = v.object({ coupon: v.pipe(lineOf(maxCodeLength), v.trim(), v.nonEmpty()) });

export const createOrderCoupon = endpoint({
  method: 'POST',
  path: '/ordercoupons/{token}',
  body: CouponBody,
  reply: OrderSchema,
  write: true,
});

export const deleteOrderCoupon = endpoint({
  method: 'DELETE',
  path: '/ordercoupons/{token}',
  body: CouponBody,
  reply: OrderSchema,
  write: true,
});
