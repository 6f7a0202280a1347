import type { Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import { outcomeOf } from '@ticket-store/chart-tools/explore/realise.ts';
import { card, fails, sheetClosed, walletCard } from '../answers.ts';
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
    // No wallet opens for nothing.
    'sheet.confirmed': rows('payment', ({ context: { order } }) =>
      where(order !== null && order.price > 0, { method: 'stripe_secure', payment: walletCard }),
    ),
    'sheet.closed': rows('payment', ({ context: { order } }) =>
      where(order !== null && order.price > 0, { failure: sheetClosed }),
    ),
    // A page has the first method chosen already; walks on screens pay by another, which has a form.
    'payment.submit': rows('payment', ({ context: { method } }) => where(method !== null, { method })),
    'xstate.done.actor.takeToken': [{ output: card }],
    'xstate.error.actor.takeToken': fails('card_input'),
  },
  outcome: (output) => {
    const outputText = JSON.stringify(output) ?? '';
    const isNamed = !outputText.includes('"customer_info":null');
    return `${outputText.includes('"wallet":') ? 'by a wallet' : outcomeOf(output)} ${isNamed}`;
  },
  looks: {
    coupon: [
      (s) => s.hasTag('pending'),
      (s) => !s.hasTag('pending') && s.context.order !== null,
      (s) => !s.hasTag('pending') && s.context.failure !== null && s.context.order === null,
    ],
  },
};
