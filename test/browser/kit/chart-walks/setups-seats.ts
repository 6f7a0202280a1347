import { sql } from 'kysely';
import { orderOpenedBy } from '#server/shared/tokens/order-tokens.ts';
import type { OrderStatus } from '#src/domain/order.ts';
import { changeSlot, leaveSeats, seatsOf } from '#test/api/kit/time.ts';
import { twinSite } from '#test/api/kit/twin-site.ts';
import { bodyOf, type Setup } from './setups-orders.ts';

/** Other buyers and the venue change the seats of a slot. */

/** Another buyer takes all remaining seats of the requested slot; those of the order that is replaced are free no more, either. */
export const soldOut: Setup = async ({ shop, waiting }) => {
  const { searchParams } = new URL(waiting.request.url());
  const [span = '', token] = ['product_time_span_id', 'order_token'].map((name) => searchParams.get(name) ?? '');
  const own = token ? orderOpenedBy(token) : null;
  const setOwn = (status: OrderStatus) =>
    shop.db.updateTable('orders').set({ status }).where('id', '=', own).where('status', '!=', status).execute();
  const { sold } = await seatsOf(shop, span);
  await leaveSeats(shop, span, 0);
  const changed = await setOwn('expired');
  return async () => {
    if (changed[0]?.numUpdatedRows) await setOwn('open');
    await changeSlot(shop, span, { sold });
  };
};

/** The venue ended the sale of the slot. It cannot be sold out instead, because the seats of a replaced order count as free. */
export const saleOver: Setup = async ({ shop, waiting }) => {
  const span = String(bodyOf(waiting).time_span_id);
  const move = (years: number) => changeSlot(shop, span, { sale_to: sql`sale_to + make_interval(years => ${years})` });
  await move(-20);
  return () => move(20);
};

/** The sale of a whole month is over: its times of the requested product count no more. */
export const monthOver: Setup = async ({ shop: { db }, waiting }) => {
  const { searchParams } = new URL(waiting.request.url());
  const [product, from, to] = ['product_uuid', 'from', 'to'].map((name) => searchParams.get(name) ?? '');
  const move = (years: number) =>
    sql`update time_spans set sale_to = sale_to + make_interval(years => ${years})
      where site <> ${twinSite} and product_uuid = ${product} and day between ${from} and ${to}`.execute(db);
  await move(-20);
  return () => move(20);
};

/** Other buyers have all set products of the slot. */
export const setsSoldOut: Setup = async ({ shop: { db }, waiting }) => {
  const span = String(bodyOf(waiting).time_span_id);
  const rows = await db
    .selectFrom('set_products')
    .innerJoin('time_spans', 'time_spans.site', 'set_products.site')
    .select(['set_products.site', 'set_products.uuid'])
    .where('time_spans.id', '=', span)
    .where('time_spans.site', '!=', twinSite)
    .execute();
  const values = rows.map(({ site, uuid: set_uuid }) => ({ site, time_span_id: span, set_uuid, capacity: 0 }));
  const take = () =>
    db.deleteFrom('set_stocks').where('site', '!=', twinSite).where('time_span_id', '=', span).returningAll().execute();
  const before = await take();
  await db.insertInto('set_stocks').values(values).execute();
  // Other walks sell sets with the same slot.
  return async () => {
    await take();
    if (before.length > 0) await db.insertInto('set_stocks').values(before).execute();
  };
};
