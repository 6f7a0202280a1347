import { seconds } from '../clock.ts';
import type { SandboxContext } from '../context.ts';
import { newId } from '../ids.ts';
import { invalidParam } from './errors.ts';
import { knownIntent } from './payment-intents.ts';
import type { Dispute } from './records.ts';
import { disputeView } from './views.ts';

/** The bank opens a dispute about a payment's charge, or ends the one that it has. */
export function setDispute(context: SandboxContext, intentId: string, status: Dispute['status']) {
  const { ledger, webhooks } = context;
  const { id: payment_intent, latest_charge } = knownIntent(context, intentId);
  const charge = ledger.get('charge', latest_charge ?? '');
  if (charge?.status !== 'succeeded') throw invalidParam('charge', 'Nothing was captured.');
  const known = ledger.all('dispute').find((one) => one.charge === charge.id);
  const { amount, currency } = charge;
  const about = { charge: charge.id, payment_intent, amount, currency };
  const opened = known ?? { id: newId('dp'), created: seconds(context.clock), ...about };
  const view = disputeView(ledger.put('dispute', { ...opened, status }));
  const type = status === 'needs_response' ? 'charge.dispute.created' : 'charge.dispute.closed';
  webhooks.emit(type, payment_intent, view);
  return view;
}
