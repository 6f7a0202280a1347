import * as v from 'valibot';
import { toAscii, ungrouped } from './digits.ts';
import { Yen } from './product.ts';

/** Where a coupon is accepted: in this shop, or at the venue's own counter. */
export type CouponChannel = 'web' | 'gate';

/** A discount in percent or in yen (docs/product.md#coupons): of everything, or of some products (`option_id` null) or options. */
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

/** Maximum length of a code. */
export const maxCodeLength = 64;

/** Normalises a typed code for storage: no outer spaces, half width, capitals. */
export const couponCode = (typed: string): string => toAscii(typed).trim().toUpperCase();

/**
 * A typed code for comparison: letters and digits alone, letters that people take for a digit as that digit. Codes have capital
 * letters, digits and dashes.
 */
export const comparedCode = (typed: string): string =>
  ungrouped(typed)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0');

/** The first letter or digit of a typed code that no code has; undefined if there is none. */
export const unfitInCode = (typed: string): string | undefined => /[^A-Z0-9]\p{M}*/u.exec(comparedCode(typed))?.[0];
