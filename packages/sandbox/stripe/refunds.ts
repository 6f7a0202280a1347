import { seconds } from '../clock.ts';
import type { SandboxContext } from '../context.ts';
import { newId } from '../ids.ts';
import type { Params } from '../params.ts';
import { failure, invalidParam, noSuch } from './errors.ts';
import type { Forced } from './payment-intents.ts';
import type { Charge, Refund } from './records.ts';
import { chargeView, refundView } from './views.ts';

/** POST /v1/refunds: the whole rest or a part of a captured charge, never more than was captured. */
export function createRefund(context: SandboxContext, params: Params, { processing }: Pick<Forced, 'processing'>) {
  params.only('payment_intent', 'charge', 'amount', 'reason', 'metadata', 'expand');
  const reason = params.oneOf('reason', ['duplicate', 'fraudulent', 'requested_by_customer']);
  const metadata = params.metadata();
  const requested = params.integer('amount');
  if (requested !== null && requested < 1) {
    throw invalidParam('amount', 'This value must be greater than or equal to 1.', 'parameter_invalid_integer');
  }
  const charge = capturedCharge(context, params);
  const rest = charge.amount - charge.amount_refunded;
  if (rest === 0) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw failure(400, { type: 'invalid_request_error', code: 'charge_already_refunded', message });
  }
  if (context.ledger.all('dispute').some((one) => one.charge === charge.id && one.status !== 'won')) {
    const message = `Charge ${charge.id} has been charged back; cannot issue a refund.`;
    throw failure(400, { type: 'invalid_request_error', code: 'charge_disputed', message });
  }
  const amount = requested ?? rest;
  if (amount > rest) {
    throw invalidParam('amount', `Refund amount (¥${amount}) is greater than unrefunded amount on charge (¥${rest})`);
  }
  const refund = context.ledger.put('refund', {
    id: newId('re'),
    created: seconds(context.clock),
    charge: charge.id,
    payment_intent: charge.payment_intent,
    amount,
    currency: charge.currency,
    reason,
    metadata,
    status: processing ? 'pending' : 'succeeded',
  });
  const after = context.ledger.put('charge', { ...charge, amount_refunded: charge.amount_refunded + amount });
  context.webhooks.emit('charge.refunded', charge.payment_intent, chargeView(after, context.ledger));
  return refundView(refund);
}

/** Ends a refund at the bank, also one that had succeeded: what cannot be given back returns to the shop's balance. */
export function endRefund(context: SandboxContext, refund: Refund, isPaid: boolean) {
  const { ledger, webhooks } = context;
  const charge = ledger.get('charge', refund.charge);
  if (!charge || refund.status === 'failed') throw invalidParam('refund', `The refund is ${refund.status}.`);
  if (!isPaid) ledger.put('charge', { ...charge, amount_refunded: charge.amount_refunded - refund.amount });
  const ended = refundView(ledger.put('refund', { ...refund, status: isPaid ? 'succeeded' : 'failed' }));
  webhooks.emit('refund.updated', refund.payment_intent, ended);
  if (!isPaid) webhooks.emit('refund.failed', refund.payment_intent, ended);
  return ended;
}

/** GET /v1/refunds/:id */
export function retrieveRefund(context: SandboxContext, id: string) {
  const refund = context.ledger.get('refund', id);
  if (!refund) throw noSuch('refund', id);
  return refundView(refund);
}

function capturedCharge(context: SandboxContext, params: Params): Charge {
  const chargeId = params.text('charge');
  const intentId = params.text('payment_intent');
  if ((chargeId === null) === (intentId === null)) {
    throw invalidParam('charge', 'Give exactly one of charge and payment_intent.', 'parameter_missing');
  }
  if (chargeId !== null) {
    const charge = context.ledger.get('charge', chargeId);
    if (!charge) throw noSuch('charge', chargeId, 'charge');
    if (charge.status === 'succeeded') return charge;
    throw invalidParam('charge', `Charge ${chargeId} has not been captured and cannot be refunded.`);
  }
  const intent = context.ledger.get('payment_intent', intentId ?? '');
  if (!intent) throw noSuch('payment_intent', intentId ?? '', 'payment_intent');
  const charge = context.ledger.get('charge', intent.latest_charge ?? '');
  if (intent.status === 'succeeded' && charge) return charge;
  throw invalidParam(
    'payment_intent',
    `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
  );
}
