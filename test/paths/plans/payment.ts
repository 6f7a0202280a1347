import type { Plan } from '#test/tools/explore/plan.ts';
import { card, fails } from '../answers.ts';
import { by, rows, where } from '../plan-rows.ts';

export const paymentPlan: Plan = {
  key: by('payment', ({ method, order: o, payment, failure }) => [
    method,
    o?.price,
    o?.coupon?.coupon_code,
    payment !== null,
    failure?.code,
  ]),
  cases: {
    'method.choose': rows('payment', ({ context }) => where(context.method === null, { method: 'stripe_secure' })),
    'payment.submit': rows('payment', ({ context: { method } }) => [{ method }]),
    'xstate.done.actor.takeToken': [{ output: card }],
    'xstate.error.actor.takeToken': fails('card_input'),
  },
  looks: {
    coupon: [
      (s) => s.hasTag('pending'),
      (s) => s.hasTag('settled') && s.context.order !== null,
      (s) => s.hasTag('settled') && s.context.failure !== null && s.context.order === null,
    ],
  },
};
