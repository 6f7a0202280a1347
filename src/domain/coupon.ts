import * as v from 'valibot';
import { toAscii } from './digits.ts';
import { Yen } from './product.ts';

/** A discount in percent or in yen (docs/product.md#coupons). */
export type DiscountKind = 'percent' | 'fixed';

/** Where a coupon is accepted: in this shop, or at the venue's own counter. */
export type CouponChannel = 'web' | 'gate';

/** How a coupon is counted: of everything, or of some products (`option_id` null) or options. */
const CouponRuleSchema = v.object({
  kind: v.picklist(['percent', 'fixed']),
  amount: Yen,
  scopes: v.array(v.object({ product_uuid: v.string(), option_id: v.nullable(v.string()) })),
});
export type CouponRule = v.InferOutput<typeof CouponRuleSchema>;

/** The coupon of an order (docs/product.md#coupons). */
export const CouponSchema = v.object({
  /** Identifies the coupon when it is removed (`DELETE /ordercoupons/{token}`). */
  coupon_code: v.string(),
  coupon_name: v.string(),
  /** Discount on the total, in yen. */
  coupon_discount: Yen,
  /** Tells the discount of another choice. Other servers may leave it out. */
  rule: v.optional(CouponRuleSchema),
});
export type OrderCoupon = v.InferOutput<typeof CouponSchema>;

/** Normalises a typed code for storage and comparison: no outer spaces, half width, capitals. */
export const couponCode = (typed: string): string => toAscii(typed).trim().toUpperCase();
