import * as v from 'valibot';
import { toAscii } from './digits.ts';
import { Yen } from './product.ts';

/** How a coupon counts: so many percent off, or so many yen (docs/product.md#coupons). */
export type DiscountKind = 'percent' | 'fixed';

/** Where a coupon may be used: in this shop, or at the venue's own desk. */
export type CouponChannel = 'web' | 'gate';

/** The coupon of an order (docs/product.md#coupons). */
export const CouponSchema = v.object({
  /** What takes it away again (`DELETE /ordercoupons/{token}`). */
  coupon_code: v.string(),
  coupon_name: v.string(),
  /** Yen it takes off the total. */
  coupon_discount: Yen,
});

/** In: a code as it was typed. Out: as it is kept and compared: no outer spaces, half width, capitals. */
export const couponCode = (typed: string): string => toAscii(typed).trim().toUpperCase();
