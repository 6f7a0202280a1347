import * as v from 'valibot';
import { maxCodeLength } from '#src/domain/coupon.ts';
import { OrderSchema } from '#src/domain/order.ts';
import { lineOf } from '#src/domain/text.ts';
import { endpoint } from './define.ts';

const ofOrder = {
  path: '/ordercoupons/{token}',
  body: v.object({ coupon: v.pipe(lineOf(maxCodeLength), v.trim(), v.nonEmpty()) }),
  reply: OrderSchema,
} as const;

export const createOrderCoupon = endpoint({ method: 'POST', ...ofOrder });

export const deleteOrderCoupon = endpoint({ method: 'DELETE', ...ofOrder });
