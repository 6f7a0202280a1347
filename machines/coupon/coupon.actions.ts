import { couponCode } from '#src/domain/coupon.ts';
import type { Order } from '#src/domain/order.ts';
import type { CouponContext } from './coupon.types.ts';

/** What tells one change from another. */
export const contentOf = ({ token, code, remove }: CouponContext) => ({ token, code, remove });

/** Whether an order has its coupon as the last change was to leave it. */
export const isAsWanted = ({ code, remove }: Pick<CouponContext, 'code' | 'remove'>, { coupon }: Order): boolean => {
  const isOn = coupon !== null && couponCode(coupon.coupon_code) === couponCode(code);
  return isOn !== remove;
};

/** The order as it stands after a change whose answer was lost; if the change happened, nothing failed. */
export const reread = (context: CouponContext, order: Order): Partial<CouponContext> =>
  isAsWanted(context, order) ? { order, attempt: null, note: null } : { order };
