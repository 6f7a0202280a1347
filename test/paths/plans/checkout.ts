import type { Case, Plan } from '@ticket-store/chart-tools/explore/plan.ts';
import { outcomeOf } from '@ticket-store/chart-tools/explore/realise.ts';
import { completion, connectionLost, fails } from '../answers.ts';
import { by, rows, where } from '../plan-rows.ts';

/** Whether an attempt's outcome can be queried: by the reference of a return, or by an order. */
export const isQueried = ({ r, token }: { readonly r?: unknown; readonly token?: unknown }): boolean =>
  r === null ? token !== null : r !== '';

export const checkoutPlan: Plan = {
  key: by('checkout', ({ r, payment, challenge, completion: paid, failure, isReturnLost }) => [
    [r, isReturnLost],
    payment && payment.wallet === undefined,
    challenge !== null,
    paid !== null,
    failure?.code,
  ]),
  cases: {
    'page.returned': [{ r: 'return-1' }],
    'xstate.done.actor.postCheckout': rows('checkout', ({ context: { payment } }) => [
      { output: { status: 'paid', completion } },
      { output: { status: 'requires_action', payment_intent_id: 'pi_1', client_secret: 'secret' } },
      // A wallet's card is paid with here.
      ...where(payment?.wallet === undefined, {
        output: { status: 'redirect', url: 'https://pay.example/', method: 'GET', fields: {} },
      }),
      { output: { status: 'checking', retry_after: 3 } },
    ]),
    'xstate.error.actor.postCheckout': [
      connectionLost,
      ...fails('idempotency_key_reused', 'payment_api_failure', 'session_timeout', 'invalid_input'),
    ],
    'xstate.error.actor.showChallenge': fails('payment_api_failure'),
    'xstate.done.actor.confirmPayment': [
      { output: { status: 'paid', completion } },
      { output: { status: 'requires_action', payment_intent_id: 'pi_1', client_secret: 'secret' } },
      { output: { status: 'checking', retry_after: 3 } },
    ],
    'xstate.error.actor.confirmPayment': [connectionLost, ...fails('payment_api_failure')],
    'xstate.done.actor.queryOutcome': rows('checkout', ({ context: { r, token } }) =>
      where<Case>(
        isQueried({ r, token }),
        { output: { status: 'paid', token: 'order-1', completion } },
        // Only the reference of a return reports that a payment was declined, an order does not.
        ...where(r !== null, { output: { status: 'declined', token: 'order-1', reason: 'refused' } }),
        { output: { status: 'checking', token: 'order-1', retry_after: 3 } },
        { output: { status: 'open', token: 'order-1' } },
        // Another browser opened the reference first.
        ...where(r !== null && token === null, { output: { status: 'declined', token: null } }),
      ),
    ),
    'xstate.error.actor.queryOutcome': rows('checkout', ({ context: { r, token } }) => {
      if (!isQueried({ r, token })) return fails(r === null ? 'token_not_found' : 'return_not_found');
      return [connectionLost, ...fails(r === null ? 'order_closed' : 'return_not_found')];
    }),
  },
  // An unknown return ends differently if an order is open.
  outcome: (output) => `${outcomeOf(output)} ${JSON.stringify(output).includes('"token":null')}`,
};
