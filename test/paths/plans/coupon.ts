import type { Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import { connectionLost, customer, fails, order, spring } from '../answers.ts';
import { by, rows, where } from '../plan-rows.ts';

const named = { ...order, customer_info: customer };

export const couponPlan: Plan = {
  key: by('coupon', ({ order: o, failure, remove }) => [
    o?.coupon?.coupon_code,
    failure?.code === 'session_timeout',
    remove,
  ]),
  cases: {
    'coupon.apply': rows('coupon', ({ context }) => where(!context.order?.coupon, { code: spring.coupon_code })),
    'coupon.remove': rows('coupon', ({ context }) => where(!!context.order?.coupon, { code: spring.coupon_code })),
    'xstate.done.actor.changeCoupon': rows('coupon', ({ context: { remove } }) => [
      { output: remove ? named : { ...named, coupon: spring } },
    ]),
    'xstate.error.actor.changeCoupon': rows('coupon', ({ context: { remove } }) => [
      ...(remove ? fails('session_timeout', 'coupon_code_not_exist') : fails('order_closed', 'coupon_expired')),
      connectionLost,
    ]),
    'xstate.done.actor.rereadOrder': [
      { output: { order: { ...named, coupon: spring }, at: 0 } },
      { output: { order: named, at: 0 } },
    ],
    'xstate.error.actor.rereadOrder': fails('connection_error', 'request_error'),
    'xstate.done.actor.readAgain': [{ output: { order: named, at: 0 } }],
    'xstate.error.actor.readAgain': fails('connection_error', 'token_not_found'),
  },
};
