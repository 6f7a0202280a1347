import * as v from 'valibot';
import { OrderSchema } from '#src/domain/order.ts';
import { Line } from '#src/domain/text.ts';
import { endpoint } from '../endpoint.ts';
import { None } from './none.ts';

const CouponBody = v.object({ coupon: v.pipe(Line, v.trim(), v.nonEmpty(), v.maxLength(64)) });

export const createOrderCoupon = endpoint({
  method: 'POST',
  path: '/ordercoupons/{token}',
  query: None,
  body: CouponBody,
  reply: OrderSchema,
  write: true,
});

export const deleteOrderCoupon = endpoint({
  method: 'DELETE',
  path: '/ordercoupons/{token}',
  query: None,
  body: CouponBody,
  reply: OrderSchema,
  write: true,
});
