import * as v from 'valibot';
import type { Db } from '#server/db/open.ts';
import { couponOf } from '#server/db/scoped.ts';
import type { Order } from '#src/domain/order.ts';
import { Yen } from '#src/domain/product.ts';

/**
 * The result of a coupon call, beside the order that it returns (docs/product.md#coupons); null when the order has no coupon. Other
 * servers may leave it out.
 */
export const CouponResultSchema = v.object({
  coupon_name: v.optional(v.nullable(v.string())),
  /** Yen taken off the total. */
  coupon_discount: v.optional(v.nullable(Yen)),
  discount_type: v.optional(v.nullable(v.picklist(['percent', 'fixed']))),
});

/** An order with the result of its coupon. */
export const withCouponResult = async (
  db: Db,
  orderId: string,
  order: Order,
): Promise<Order & v.InferOutput<typeof CouponResultSchema>> => {
  const used = await db
    .selectFrom('coupon_uses')
    .innerJoin('coupons', (join) => join.on(couponOf('coupon_uses')))
    .select('coupons.kind')
    .where('coupon_uses.order_id', '=', orderId)
    .executeTakeFirst();
  return {
    ...order,
    coupon_name: order.coupon?.coupon_name ?? null,
    coupon_discount: order.coupon?.coupon_discount ?? null,
    discount_type: order.coupon ? (used?.kind ?? null) : null,
  };
};
