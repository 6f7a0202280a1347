import { sql } from 'kysely';
import { choiceOf, ledgerAt } from 'ticket-store/test/api/kit/buyer.ts';
import { problemOf } from 'ticket-store/test/api/kit/shop.ts';
import type { RaceFixture } from './fixture.ts';
import { passHour, seatFaults } from './stock.ts';

/** Lets all holds expire and be released, and all notices arrive. */
const settle = async ({ shop }: RaceFixture): Promise<void> => {
  await shop.sandbox.sandbox.webhooks.settled();
  for (let round = 0; round < 20; round += 1) {
    await passHour(shop.db);
    await shop.sweep();
    const remaining = await shop.db
      .selectFrom('orders')
      .select('id')
      .where('status', 'in', ['open', 'checking'])
      .limit(1)
      .execute();
    if (remaining.length === 0) return;
  }
};

const stock = ({ shop, spans }: RaceFixture) =>
  shop.db
    .selectFrom('time_spans')
    .where('time_spans.site', '=', 'borderless')
    .select(['id', 'capacity', 'held', 'sold'])
    .where('id', 'in', [...spans])
    .execute();

/** Seats over capacity, over all slots. */
export const oversold = async (fixture: RaceFixture): Promise<number> =>
  (await stock(fixture)).reduce((sum, { capacity, held, sold }) => sum + Math.max(0, held + sold - capacity), 0);

const setFaults = async ({ shop }: RaceFixture): Promise<string[]> => {
  const rows = await shop.db.selectFrom('set_stocks').selectAll().execute();
  const sold = await shop.db
    .selectFrom('order_sets')
    .innerJoin('orders', 'orders.id', 'order_sets.order_id')
    .innerJoin('tickets', (join) =>
      join
        .onRef('tickets.order_id', '=', 'orders.id')
        .on('tickets.kind', '=', 'order')
        .on('tickets.state', '<>', 'changed'),
    )
    .select(['order_sets.set_uuid', 'tickets.time_span_id'])
    .select(sql<number>`sum(order_sets.count)::int`.as('count'))
    .where('orders.status', '=', 'paid')
    .groupBy(['order_sets.set_uuid', 'tickets.time_span_id'])
    .execute();
  return rows.flatMap((row) => {
    const one = sold.find((s) => s.set_uuid === row.set_uuid && s.time_span_id === row.time_span_id)?.count ?? 0;
    const is = `${row.held} held, ${row.sold} sold of ${row.capacity}`;
    const agrees = row.held === 0 && row.sold === one && row.sold <= row.capacity;
    return agrees ? [] : [`set ${row.set_uuid} at ${row.time_span_id}: ${is}; ${one} by the orders`];
  });
};

const couponFaults = async ({ shop, coupons }: RaceFixture): Promise<string[]> => {
  const rows = await shop.db
    .selectFrom('coupons')
    .leftJoin('coupon_uses', (join) =>
      join.onRef('coupon_uses.coupon_id', '=', 'coupons.id').on('coupon_uses.counted', '=', true),
    )
    .leftJoin('orders', (join) => join.onRef('orders.id', '=', 'coupon_uses.order_id').on('orders.status', '=', 'paid'))
    .select(['coupons.id', 'coupons.uses'])
    .select(sql<number>`count(orders.id)::int`.as('orders'))
    .where('coupons.id', 'in', [...coupons])
    .groupBy(['coupons.id', 'coupons.uses'])
    .execute();
  return rows.flatMap(({ id, uses, orders }) =>
    uses === orders && uses <= 1 ? [] : [`coupon ${id}: ${uses} uses, ${orders} paid orders`],
  );
};

/** Compares the provider's ledger with ours, and with the responses that buyers received. */
const moneyFaults = async ({ shop, acknowledged }: RaceFixture): Promise<string[]> => {
  const ledger = await ledgerAt(shop.sandbox.url);
  const rows = await shop.db.selectFrom('orders').select(['id', 'status', 'total']).execute();
  /* A cancellation by the venue refunds nothing: the money stays, and the order is `cancelled`. */
  const payments = await shop.db.selectFrom('payments').select('order_id').where('state', '=', 'paid').execute();
  const paid = new Set(payments.map(({ order_id }) => order_id));
  const known = new Set(rows.map(({ id }) => id));
  const unknownOrders = Object.keys(ledger).filter((id) => !known.has(id));
  const different = rows.flatMap(({ id, status, total }) => {
    const { captured, refunded } = ledger[id] ?? { captured: 0, refunded: 0 };
    const expected = paid.has(id) ? total : 0;
    return captured - refunded === expected && (status !== 'paid' || paid.has(id))
      ? []
      : [`order ${id} is ${status}: ${captured} captured, ${refunded} refunded, ${expected} owed`];
  });
  const broken: string[] = [];
  for (const [token, price] of acknowledged) {
    const order = await shop.call('getOrder', { params: { token } });
    if (!['paid', 'refunded', 'cancelled'].includes(order.status) || order.price !== price)
      broken.push(`a paid order of ${price} yen is now ${order.status} at ${order.price}`);
  }
  return [...unknownOrders.map((id) => `a charge for an unknown order: ${id}`), ...different, ...broken];
};

/** Sells all remaining seats: everything reported free must be sellable, and nothing more. */
const sellOut = async (fixture: RaceFixture): Promise<string[]> => {
  const faults: string[] = [];
  for (const { id, capacity, held, sold } of await stock(fixture)) {
    for (let free = capacity - held - sold; free > 0; free -= Math.min(free, 6)) {
      const { status } = await fixture.send('createOrder', { body: choiceOf(id, Math.min(free, 6)) });
      if (status !== 200) faults.push(`${id}: ${free} seats are free but cannot be booked`);
    }
    const more = await fixture.send('createOrder', { body: choiceOf(id, 1) });
    if (more.status === 200 || problemOf(more).code !== 'seat_reserve_error') faults.push(`${id}: one seat too many`);
  }
  return faults;
};

/** Errors that the shop logged, including violated check constraints (the last line of defence). */
const logFaults = ({ shop }: RaceFixture): string[] =>
  shop.logged
    .filter(({ event }) => event === 'request_failed' || event.startsWith('sweep_'))
    .map(({ event, facts }) => `${event} ${JSON.stringify(facts)}`);

/**
 * Everything that does not agree after all buyers have finished: seats, set products, coupons, money, responses, the log. Empty
 * if all is right (docs/architecture.md#bar-no-oversell, docs/architecture.md#bar-ledger, docs/architecture.md#bar-coupon).
 */
export const accountFaults = async (fixture: RaceFixture): Promise<string[]> => {
  await settle(fixture);
  const seats = await seatFaults(fixture.shop.db, fixture.spans);
  const before = [...seats, ...(await setFaults(fixture)), ...(await couponFaults(fixture))];
  const money = await moneyFaults(fixture);
  return [...fixture.faults, ...before, ...money, ...(await sellOut(fixture)), ...logFaults(fixture)];
};
