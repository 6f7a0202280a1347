import { gmoEvents, gmoPayments } from './gmo/report.ts';
import type { Ledger } from './ledger.ts';
import { softbankEvents, softbankPayments } from './softbank/report.ts';

/**
 * The money of the sandbox for people and tests: every payment with its charges and refunds, newest first, the sums per
 * `metadata.order_id`, and the events. Amounts in the currency's smallest unit.
 */
export function ledgerReport(ledger: Ledger) {
  const charges = ledger.all('charge');
  const refunds = ledger.all('refund');
  const cards = ledger.all('payment_intent').map((intent) => {
    const own = charges.filter((charge) => charge.payment_intent === intent.id);
    const paid = own.filter((charge) => charge.status === 'succeeded');
    return {
      payment_intent: intent.id,
      order_id: intent.metadata.order_id ?? null,
      status: intent.status,
      amount: intent.amount,
      currency: intent.currency,
      captured: sum(paid.map((charge) => charge.amount)),
      refunded: sum(paid.map((charge) => charge.amount_refunded)),
      created: intent.created,
      metadata: intent.metadata,
      error: intent.last_payment_error?.decline_code ?? intent.last_payment_error?.code ?? null,
      charges: own.map(({ id, status, amount, amount_refunded, failure_code, decline_code, created }) => ({
        id,
        status,
        amount,
        refunded: amount_refunded,
        failure_code,
        decline_code,
        created,
      })),
      refunds: refunds
        .filter((refund) => refund.payment_intent === intent.id)
        .map(({ id, amount, reason, created }) => ({ id, amount, reason, created })),
    };
  });

  const payments = [...cards, ...gmoPayments(ledger), ...softbankPayments(ledger)].sort(
    (one, other) => one.created - other.created,
  );
  const orders: Record<string, OrderSums> = Object.create(null);
  for (const { order_id, charges: own, captured, refunded } of payments) {
    if (order_id === null) continue;
    const before = orders[order_id] ?? { payments: 0, charges: 0, captured: 0, refunded: 0 };
    orders[order_id] = {
      payments: before.payments + 1,
      charges: before.charges + own.filter(({ status }) => status === 'succeeded').length,
      captured: before.captured + captured,
      refunded: before.refunded + refunded,
    };
  }

  const captured = sum(payments.map((payment) => payment.captured));
  const refunded = sum(payments.map((payment) => payment.refunded));
  return {
    totals: { payments: payments.length, captured, refunded, net: captured - refunded },
    orders,
    payments: payments.toReversed(),
    events: [
      ...ledger.all('event').map(({ body: _body, ...event }) => event),
      ...gmoEvents(ledger),
      ...softbankEvents(ledger),
    ]
      .sort((one, other) => one.created - other.created)
      .reverse(),
  };
}

type OrderSums = { payments: number; charges: number; captured: number; refunded: number };

const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);
