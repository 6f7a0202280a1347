import * as v from 'valibot';
import { expect } from 'vitest';
import type { Order } from '#src/domain/order.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { type LedgerTotals, ledgerAt } from '#test/api/kit/buyer.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import { callAt } from './site-walk.ts';

const Amount = v.number();
const Charge = v.object({ status: v.string(), amount: Amount, refunded: Amount });
const Payment = v.object({
  payment_intent: v.string(),
  order_id: v.nullable(v.string()),
  status: v.string(),
  charges: v.array(Charge),
});
const Event = v.object({ id: v.string(), payment_intent: v.string() });
const Report = v.object({ payments: v.array(Payment), events: v.array(Event) });

/** The sandbox's ledger: payments by the provider's ids, and the events sent to shops. */
export const reportOf = async (shop: Shop): Promise<v.InferOutput<typeof Report>> => {
  const response = await fetch(`${shop.sandbox.url}/sandbox/ledger`);
  return v.parse(Report, await response.json());
};

/** The sandbox's ledger for one order in yen: number of charges, and amounts taken and refunded. */
export const readOrderLedger = async (shop: Shop, order: string): Promise<LedgerTotals> =>
  (await ledgerAt(shop.sandbox.url))[order] ?? { charges: 0, captured: 0, refunded: 0 };

/** The ticket's token of a paid order, as in its mail. */
const ticketOfOrder = async ({ db, deps }: Shop, order: string) => {
  const { id } = await db
    .selectFrom('orders')
    .innerJoin('tickets', 'tickets.number', 'orders.reservation_number')
    .select('tickets.id')
    .where('orders.id', '=', order)
    .where('tickets.state', '<>', 'changed')
    .executeTakeFirstOrThrow();
  return { reservation_token: deps.tokens.token('reservation', id) };
};

/** The order as its visitor sees it. */
export const orderAt = (shop: Shop, site: SiteCode, token: string): Promise<Order> =>
  callAt(shop, site, 'getOrder', { params: { token } });

/** Seats available, in general or to the owner of an order. */
export const seatsLeft = async (shop: Shop, site: SiteCode, span: string, order_token?: string): Promise<number> => {
  const query = { product_time_span_id: span, ...(order_token ? { order_token } : {}) };
  return (await callAt(shop, site, 'getOrderableStocks', { query })).remaining;
};

/**
 * Compares the ledger with the orders: every charge belongs to an order of the shop; a paid order has a readable ticket and
 * exactly one charge of its price that is not refunded; all other orders have none.
 */
export const expectBalanced = async (shop: Shop): Promise<void> => {
  const { payments } = await reportOf(shop);
  const rows = await shop.db.selectFrom('orders').select(['id', 'site']).execute();
  const known = new Set(rows.map(({ id }) => id));
  expect(
    payments.filter(({ order_id }) => !known.has(order_id ?? '')),
    'charges without an order',
  ).toEqual([]);
  for (const { id, site } of rows) {
    const { status, price, completion } = await orderAt(shop, site, shop.deps.tokens.token('order', id));
    const charged = payments
      .filter(({ order_id }) => order_id === id)
      .flatMap(({ charges }) => charges)
      .filter((charge) => charge.status === 'succeeded' && charge.amount !== charge.refunded)
      .map(({ amount, refunded }) => amount - refunded);
    expect({ id, charged }).toEqual({ id, charged: status === 'paid' && price > 0 ? [price] : [] });
    expect({ id, status, has: completion !== null }).toEqual({ id, status, has: status === 'paid' });
    if (!completion) continue;
    const { reservation_number } = await callAt(shop, site, 'getTicket', { params: await ticketOfOrder(shop, id) });
    expect(`…${reservation_number.slice(-4)}`).toBe(completion.reservation_number);
  }
};
