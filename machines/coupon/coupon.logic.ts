import { comparedCode } from '#src/domain/coupon.ts';
import type { Order } from '#src/domain/order.ts';
import type { CouponContext } from './coupon.types.ts';

/** The content by which two changes are compared. */
export const contentOf = ({ token, code, remove }: CouponContext) => ({ token, code, remove });

/** True if the order's coupon is as the last change requested. */
const isAsWanted = ({ code, remove }: Pick<CouponContext, 'code' | 'remove'>, { coupon }: Order): boolean => {
  const isOn = coupon !== null && comparedCode(coupon.coupon_code) === comparedCode(code);
  return isOn !== remove;
};

/** The order after a change whose reply was lost; if the change took effect, there is no error. */
export const applyReread = (context: CouponContext, order: Order): Partial<CouponContext> =>
  isAsWanted(context, order) ? { order, attempt: null, failure: null } : { order };
