import type { Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import { pageRequested } from '#machines/shared/screens.ts';
import type { Order } from '#src/domain/order.ts';
import { connectionLost, fails, order } from '../answers.ts';
import { by } from '../plan-rows.ts';

const known = by('hold', ({ extensionsLeft, warned }) => [extensionsLeft, warned]);
const seen = (part: Partial<Order>) => ({ output: { order: { ...order, ...part }, at: 300_000 } });

export const holdPlan: Plan = {
  begins: 'hold.begin',
  caused: {
    'hold.end': {
      event: pageRequested('payment-callback', { paymentType: 'stripe_secure', status: 'ok' }, { r: 'return-1' }),
      state: 'checkout',
    },
  },
  key: (snapshot) => `${known(snapshot)} ${'lookAtOrder' in snapshot.children}`,
  cases: {
    // Only the purchase begins it, with the seats of its order.
    'hold.begin': [],
    'xstate.done.actor.holdWarning': [{ output: 0 }, { output: 900_000 }],
    // Requested ten minutes later, so the deadline differs.
    'xstate.done.actor.extendHold': [{ output: { order: { ...order, extensions_left: 0 }, at: 600_000 } }],
    'xstate.done.actor.retakeHold': [{ output: { order, at: 0 } }],
    'xstate.error.actor.extendHold': fails('session_timeout', 'order_closed', 'request_error'),
    'xstate.error.actor.retakeHold': [...fails('session_timeout'), connectionLost],
    'xstate.done.actor.lookAtOrder': [
      // Another tab had more time five minutes later, or none.
      seen({}),
      seen({ status: 'expired', seconds_left: 0 }),
      seen({ status: 'paid' }),
    ],
    'xstate.error.actor.lookAtOrder': [...fails('token_not_found'), connectionLost],
  },
};
