import { newKey } from 'ticket-store/test/api/kit/buyer.ts';
import type { Context } from './context.ts';
import { must, NotSeen, needed, type Section, same } from './requirement.ts';

const unknown = () => `NONE${newKey().slice(0, 8).toUpperCase()}`;

const applied = async (context: Context) => {
  const code = needed(context.options.coupon, 'give --coupon CODE, one that applies to the product with most seats');
  const { token, order } = await context.hold();
  const discounted = await context.call('createOrderCoupon', { params: { token }, body: { coupon: code } });
  return { code, token, full: order.price, discounted };
};

export const coupons: Section = {
  // docs/product.md#coupons
  title: 'Coupons',
  requirements: [
    {
      id: 'coupons.unknown',
      description: 'an unknown coupon is rejected as coupon_code_not_exist, and the total is unchanged',
      check: async (context) => {
        const { token, order } = await context.hold(1);
        const refused = await context.refused('createOrderCoupon', { params: { token }, body: { coupon: unknown() } });
        same('code', refused.code, 'coupon_code_not_exist');
        const { price, coupon } = await context.call('getOrder', { params: { token } });
        same('order', { price, coupon }, { price: order.price, coupon: null });
      },
    },
    {
      id: 'coupons.applied',
      description:
        'a coupon reduces the total by its discount, in whole yen and at most to zero; removing it restores the total',
      check: async (context) => {
        const { code, token, full, discounted } = await applied(context);
        const discount = discounted.coupon?.coupon_discount ?? 0;
        must('coupon_discount', discount > 0 && discount <= full, discount, `from 1 to ${full}`);
        same('price', discounted.price, full - discount);
        const body = { coupon: code };
        const { price, coupon } = await context.call('deleteOrderCoupon', { params: { token }, body });
        same('order without it', { price, coupon }, { price: full, coupon: null });
      },
    },
    {
      id: 'coupons.refused',
      description:
        'a coupon that has ended, is used up, or is for other days, tickets or channels is rejected with that reason, and the total is unchanged',
      check: async (context) => {
        const refused = Object.entries(context.options.refusedCoupons ?? {});
        if (refused.length === 0)
          throw new NotSeen('give --refused-coupon CODE=REASON, as often as there are such coupons');
        const { token, order } = await context.hold();
        for (const [coupon, code] of refused) {
          const answer = await context.refused('createOrderCoupon', { params: { token }, body: { coupon } });
          same(coupon, answer.code, code);
        }
        same('price', (await context.call('getOrder', { params: { token } })).price, order.price);
      },
    },
  ],
};
