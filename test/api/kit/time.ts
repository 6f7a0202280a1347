import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql, type UpdateObject } from 'kysely';
import type { Database } from '#server/db/types.ts';
import { orderOpenedBy } from '#server/shared/tokens/order-tokens.ts';
import { venueDay } from '#src/domain/dates.ts';
import { timed, tomorrow } from './buyer.ts';
import { changeRows } from './rows.ts';
import type { Shop } from './shop.ts';
import { twinSite } from './twin-site.ts';

/** Columns of payments that are older by this interval. */
export const olderPayments = (shift: RawBuilder<unknown>) => ({
  asked_at: sql`asked_at - ${shift}`,
  created_at: sql`created_at - ${shift}`,
  looked_up_at: sql`looked_up_at - ${shift}`,
  looks_until: sql`looks_until - ${shift}`,
  look_wanted_at: sql`look_wanted_at - ${shift}`,
});

/** Lets two seconds pass without a poll of the providers. */
export const passTurn = (shop: Shop): Promise<void> =>
  changeRows(shop, 'payments', {}, { looked_up_at: sql`now() - interval '2 seconds'`, looks_until: sql`now()` });

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
  await changeRows(shop, 'payments', { order_id: order.id }, olderPayments(shift));
};

/** The timespan with this id, of any site but the twin. */
const ofSlot =
  (id: string) =>
  (where: ExpressionBuilder<Database, 'time_spans'>): Expression<SqlBool> =>
    where.and([where('site', '!=', twinSite), where('id', '=', id)]);

/** Changes a timespan as no call can: time that has passed, seats that others took. */
export const changeSlot = async (
  { db }: Pick<Shop, 'db'>,
  id: string,
  to: UpdateObject<Database, 'time_spans'>,
): Promise<void> => {
  await db.updateTable('time_spans').set(to).where(ofSlot(id)).execute();
};

/** Stock of a timespan, as stored. */
export const seatsOf = ({ db }: Shop, id: string): Promise<{ held: number; sold: number; capacity: number }> =>
  db.selectFrom('time_spans').select(['held', 'sold', 'capacity']).where(ofSlot(id)).executeTakeFirstOrThrow();

/** Leaves exactly `seats` free on a timespan by selling the others. */
export const leaveSeats = (shop: Shop, span: string, seats: number): Promise<void> =>
  changeSlot(shop, span, { sold: sql`capacity - held - ${seats}` });

/** Seconds by the database's clock, which is the servers'. */
export const secondsOf = async ({ db }: Shop): Promise<number> => {
  const clock = sql<{ now: number }>`select extract(epoch from clock_timestamp())::float8 as now`;
  return (await clock.execute(db)).rows[0]?.now ?? 0;
};

/** How many were made in a database: files that share a process do not count on. */
const made = new WeakMap<object, number>();

/** Seconds after ten for the n-th slot. Skips whole minutes, at which the seed's slots begin. */
const second = (count: number): number => 60 * Math.floor((count - 1) / 59) + ((count - 1) % 59) + 1;

/** A new timespan of the timed product for one test: tomorrow, on sale, with its own seats and surcharge. */
export const newSlot = async (shop: Shop, { seats = 20, surcharge = 0 } = {}): Promise<string> => {
  const count = (made.get(shop.db) ?? 0) + 1;
  made.set(shop.db, count);
  const from = Date.parse(`${tomorrow}T10:00:00+09:00`) + second(count) * 1000;
  const id = `test-${crypto.randomUUID()}`;
  await shop.db
    .insertInto('time_spans')
    .values({
      site: 'borderless',
      id,
      product_uuid: timed,
      day: tomorrow,
      reservation_from: new Date(from),
      reservation_to: new Date(from + 1_800_000),
      sale_from: new Date(0),
      sale_to: new Date(from),
      capacity: seats,
      surcharge,
    })
    .execute();
  return id;
};

/**
 * Adds a timespan of today that is on sale until midnight, so that the month on which a calendar opens has a free day, on its last
 * evening too. Returns the day.
 */
export const sellToday = async (shop: Shop): Promise<string> => {
  const day = venueDay(Date.now());
  const at = (time: string) => new Date(`${day}T${time}+09:00`);
  /* Of 15 minutes, so that it admits until its end. */
  const [reservation_from, reservation_to] = [at('23:45:00'), at('24:00:00')];
  await changeSlot(shop, await newSlot(shop), { day, reservation_from, reservation_to, sale_to: reservation_to });
  return day;
};
