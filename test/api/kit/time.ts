import { sql } from 'kysely';
import { orderOpenedBy } from '#server/tokens/order-tokens.ts';
import { changeRows } from './rows.ts';
import type { Shop } from './shop.ts';
import { twinSite } from './twin-site.ts';

/**
 * Makes one order older: its hold ends `minutes` earlier by the database's clock, its payments are older, and its first hold
 * began `since` minutes earlier.
 */
export const passMinutes = async (shop: Shop, token: string, minutes: number, since = minutes): Promise<void> => {
  const shift = sql`make_interval(mins => ${minutes})`;
  const order = await shop.db
    .updateTable('orders')
    .set({ hold_until: sql`hold_until - ${shift}`, held_since: sql`held_since - make_interval(mins => ${since})` })
    .where('id', '=', orderOpenedBy(token))
    .returning('id')
    .executeTakeFirstOrThrow();
  await changeRows(
    shop,
    'payments',
    { order_id: order.id },
    { asked_at: sql`asked_at - ${shift}`, created_at: sql`created_at - ${shift}` },
  );
};

/** Stock of a timespan, as stored. */
export const seatsOf = (shop: Shop, span: string): Promise<{ held: number; sold: number; capacity: number }> =>
  shop.db
    .selectFrom('time_spans')
    .where('time_spans.site', '!=', twinSite)
    .select(['held', 'sold', 'capacity'])
    .where('id', '=', span)
    .executeTakeFirstOrThrow();

/** Leaves exactly `seats` free on a timespan by selling the others. */
export const leaveSeats = async (shop: Shop, span: string, seats: number): Promise<void> => {
  await changeRows(shop, 'time_spans', { site: 'borderless', id: span }, { sold: sql`capacity - held - ${seats}` });
};
