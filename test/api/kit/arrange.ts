import { type Expression, type Insertable, type RawBuilder, type Selectable, sql, type UpdateObject } from 'kysely';
import { hashOf } from '#server/core/crypto.ts';
import type { Database } from '#server/db/types.ts';
import { orderOpenedBy } from '#server/shared/tokens/order-tokens.ts';
import { venueDay } from '#src/domain/dates.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { newKey, type Party, ready, timed, tomorrow } from './buyer.ts';
import type { Answer } from './call.ts';
import { purchase } from './pay.ts';
import type { Shop } from './shop.ts';
import { twinSite } from './twin-site.ts';

type Table = keyof Database & string;
type Values<T extends Table> = {
  [C in keyof Insertable<Database[T]>]?: Insertable<Database[T]>[C] | Expression<unknown>;
};

/** Changes rows as no call can: time that has passed, stock that others took, what an earlier version stored. */
export const changeRows = async <T extends Table>(
  shop: Shop,
  table: T,
  of: Values<T>,
  to: Values<T>,
): Promise<void> => {
  await shop.db
    .updateTable(table as 'orders')
    .set(to as object)
    .where((where) => where.and(of as object))
    .execute();
};

/** The only row with these values, as stored. Throws if there is none. */
export const rowOf = async <T extends Table>(shop: Shop, table: T, of: Values<T>): Promise<Selectable<Database[T]>> => {
  const rows = shop.db.selectFrom(table as 'orders').selectAll();
  const row: object = await rows.where((where) => where.and(of as object)).executeTakeFirstOrThrow();
  return row as Selectable<Database[T]>;
};

/** All rows with these values, as stored. */
export const rowsOf = async <T extends Table>(
  { db }: Pick<Shop, 'db'>,
  table: T,
  of: Values<T>,
): Promise<Selectable<Database[T]>[]> => {
  const rows: object[] = await db
    .selectFrom(table as 'orders')
    .selectAll()
    .where((where) => where.and(of as object))
    .execute();
  return rows as Selectable<Database[T]>[];
};

/** New values of these columns: earlier by an interval. */
export const earlier = <Column extends string>(shift: RawBuilder<unknown>, ...columns: Column[]) =>
  Object.fromEntries(columns.map((column) => [column, sql`${sql.ref(column)} - ${shift}`])) as Record<
    Column,
    RawBuilder<never>
  >;

/** Columns of payments that are older by this interval. */
export const olderPayments = (shift: RawBuilder<unknown>) =>
  earlier(shift, 'asked_at', 'created_at', 'looked_up_at', 'looks_until', 'look_wanted_at');

/** Makes the latest look-up of every payment two seconds old, so that the next request may ask the provider. */
export const allowLookUp = (shop: Shop): Promise<void> =>
  changeRows(shop, 'payments', {}, { looked_up_at: sql`now() - interval '2 seconds'`, looks_until: sql`now()` });

/**
 * Makes one order older: its hold ends `minutes` earlier by the database's clock, its payments are older, and its first hold
 * began `heldFor` minutes earlier.
 */
export const passMinutes = async (shop: Shop, token: string, minutes: number, { heldFor = minutes } = {}) => {
  const shift = sql`make_interval(mins => ${minutes})`;
  const order = await shop.db
    .updateTable('orders')
    .set({ hold_until: sql`hold_until - ${shift}`, held_since: sql`held_since - make_interval(mins => ${heldFor})` })
    .where('id', '=', orderOpenedBy(token))
    .returning('id')
    .executeTakeFirstOrThrow();
  await changeRows(shop, 'payments', { order_id: order.id }, olderPayments(shift));
};

/** Changes a timespan, of any site but the twin, as no call can: time that has passed, seats that others took. */
export const changeSlot = async (
  { db }: Pick<Shop, 'db'>,
  id: string,
  to: UpdateObject<Database, 'time_spans'>,
): Promise<void> => {
  await db.updateTable('time_spans').set(to).where('site', '!=', twinSite).where('id', '=', id).execute();
};

/** Stock of a timespan, as stored. */
export const seatsOf = ({ db }: Shop, id: string) => {
  const slot = db.selectFrom('time_spans').where('site', '!=', twinSite).where('id', '=', id);
  return slot.select(['held', 'sold', 'capacity']).executeTakeFirstOrThrow();
};

/** Leaves exactly `seats` free on a timespan by selling the others. */
export const leaveSeats = (shop: Shop, span: string, seats: number): Promise<void> =>
  changeSlot(shop, span, { sold: sql`capacity - held - ${seats}` });

/** Seconds by the database's clock, which is the servers'. */
export const secondsOf = async ({ db }: Shop): Promise<number> => {
  const clock = sql<{ now: number }>`select extract(epoch from clock_timestamp())::float8 as now`;
  return (await clock.execute(db)).rows[0]?.now ?? 0;
};

/** The number of slots made in each database. Files share a process, and each begins at ten. */
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

/** A ticket from its buyer's view: the path parameter of its calls, the number, and the order's token and price. */
export type Holder = { params: { reservation_token: string }; number: string; order: string; price: number };

/** Buys tickets of a slot and pays for them. */
export const buyTicket = async (shop: Shop, span: string, party?: Party): Promise<Holder> => {
  const order = await ready(shop, span, party);
  const { reservation_token, reservation_number } = await purchase(shop, order);
  return { params: { reservation_token }, number: reservation_number, order: order.token, price: order.price };
};

/** The ticket's number and token in the mail to the buyer, by the order's token. */
export const boughtBy = async (shop: Shop, orderToken: string) => {
  const { number, id } = await shop.db
    .selectFrom('orders')
    .innerJoin('tickets', 'tickets.number', 'orders.reservation_number')
    .select(['tickets.number', 'tickets.id'])
    .where('orders.id', '=', orderOpenedBy(orderToken))
    .where('orders.status', '=', 'paid')
    .where('tickets.state', '<>', 'changed')
    .executeTakeFirstOrThrow();
  return { reservation_number: number, reservation_token: shop.deps.tokens.token('reservation', id) };
};

export const paramsOf = (reservation_token: string) => ({ reservation_token });

/** The ticket's page as the link shows it. */
export const ticketOf = (shop: Shop, reservation_token: string, lang?: string): Promise<Ticket> =>
  shop.call('getTicket', { params: { reservation_token }, ...(lang ? { query: { lang } } : {}) });

/** Marks the ticket as used, as the gate does. */
export const markUsed = async (shop: Shop, reservation_token: string): Promise<void> => {
  await changeRows(shop, 'tickets', { token_hash: hashOf(reservation_token) }, { state: 'used' });
};

let passed = 0;

/** Moves the visit of a timespan into the past. */
export const passVisit = async (shop: Shop, span: string): Promise<void> => {
  /* Two timespans of a product never begin at the same time. */
  passed += 1;
  await changeSlot(shop, span, { reservation_from: new Date(passed), reservation_to: new Date(passed + 1) });
};

/** The token in the latest ticket mail to an address. */
export const mailedTo = async (shop: Shop, address: string): Promise<string> => {
  const row = await shop.db
    .selectFrom('outbox')
    .select('ticket_id')
    .where('address', '=', address)
    .where('ticket_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return shop.deps.tokens.token('reservation', row.ticket_id ?? '');
};

/** Every person of an order, with the state of their current ticket. */
export const peopleOf = async (
  shop: Shop,
  { number }: Pick<Holder, 'number'>,
): Promise<{ state: string; number: string }[]> => {
  const { order_id } = await rowOf(shop, 'tickets', { number });
  return shop.db
    .selectFrom('ticket_people')
    .innerJoin('tickets', 'tickets.id', 'ticket_people.ticket_id')
    .select(['tickets.state', 'tickets.number'])
    .where('tickets.order_id', '=', order_id)
    .execute();
};

export const adults = (count: number) => [{ id: 'admission-adult', count }];

/** The body of sending a part of a ticket by mail. */
export const sending = (count: number, email = `${newKey()}@visitor.example`) => ({
  email,
  note: '',
  lang: 'en',
  option_values: adults(count),
});

/** How many responses are 200. */
export const done = (answers: readonly Answer[]): number => answers.filter(({ status }) => status === 200).length;
