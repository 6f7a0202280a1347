import type { Plan } from '#test/tools/explore/plan.ts';
import { card, customer, fails, order, spring } from '../answers.ts';
import { by, rows, where } from '../plan-rows.ts';

export const paymentPlan: Plan = {
  key: by('payment', ({ method, order: o, payment, note }) => [
    method,
    o?.price,
    o?.coupon?.coupon_code,
    payment !== null,
    note?.code === 'session_timeout',
  ]),
  cases: {
    'method.choose': rows('payment', ({ context }) => where(context.method === null, { method: 'stripe_secure' })),
    'coupon.apply': rows('payment', ({ context }) => where(!context.order?.coupon, { code: spring.coupon_code })),
    'coupon.remove': rows('payment', ({ context }) => where(!!context.order?.coupon, { code: spring.coupon_code })),
    'xstate.done.actor.changeCoupon': rows('payment', ({ context }) => [
      { output: { ...order, customer_info: customer, coupon: context.coupon?.remove ? null : spring } },
    ]),
    'xstate.error.actor.changeCoupon': fails('session_timeout', 'coupon_expired'),
    'xstate.done.actor.takeToken': [{ output: card }],
    'xstate.error.actor.takeToken': fails('card_input'),
  },
};
