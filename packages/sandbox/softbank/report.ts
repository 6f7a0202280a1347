import type { Ledger } from '../ledger.ts';

const charged = ['captured', 'refunded'];

/** SB Payment Service's payments in the format of the ledger's report; `cust_code` is the shop's order. */
export const softbankPayments = (ledger: Ledger) =>
  ledger.all('softbank_payment').map((payment) => {
    const { id, amount, created } = payment;
    const captured = charged.includes(payment.status) ? amount : 0;
    const refunded = payment.status === 'refunded' ? amount : 0;
    return {
      payment_intent: payment.order,
      order_id: payment.customer,
      status: payment.status as string,
      amount,
      currency: 'jpy',
      captured,
      refunded,
      created,
      metadata: {} as Record<string, string>,
      error: payment.error,
      charges:
        captured > 0
          ? [{ id, status: 'succeeded' as const, amount, refunded, failure_code: null, decline_code: null, created }]
          : [],
      refunds: refunded > 0 ? [{ id, amount, reason: null, created }] : [],
    };
  });

/** Result CGIs in the format of the report's events. */
export const softbankEvents = (ledger: Ledger) =>
  ledger.all('softbank_notice').map(({ id, created, result, order, delivery, attempts }) => ({
    id,
    created,
    type: `softbank.${result}`,
    payment_intent: order,
    delivery,
    attempts,
  }));
