import type { Ledger } from '../ledger.ts';

/** GMO's transactions in the format of the ledger's report; `ClientField1` is the shop's order. */
export const gmoPayments = (ledger: Ledger) =>
  ledger.all('gmo_trade').map((trade) => {
    const captured = trade.charges.reduce((sum, { amount }) => sum + amount, 0);
    return {
      payment_intent: trade.order,
      order_id: trade.field === '' ? null : trade.field,
      status: trade.status as string,
      amount: trade.amount,
      currency: 'jpy',
      captured,
      refunded: trade.refunded,
      created: trade.created,
      metadata: {} as Record<string, string>,
      error: trade.error,
      charges: trade.charges.map(({ id, amount, created }) => ({
        id,
        status: 'succeeded' as const,
        amount,
        refunded: trade.refunded,
        failure_code: null,
        decline_code: null,
        created,
      })),
      refunds:
        trade.refunded > 0 ? [{ id: trade.order, amount: trade.refunded, reason: null, created: trade.created }] : [],
    };
  });

/** Result notices in the format of the report's events. */
export const gmoEvents = (ledger: Ledger) =>
  ledger.all('gmo_notice').map(({ id, created, status, trade, delivery, attempts }) => ({
    id,
    created,
    type: `gmo.${status}`,
    payment_intent: ledger.get('gmo_trade', trade)?.order ?? '',
    delivery,
    attempts,
  }));
