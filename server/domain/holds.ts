import { type Selectable, sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import type { Database } from '#server/db/types.ts';
import { pass } from '#server/failpoints.ts';
import { Problem } from '#server/http/problem.ts';
import { clearCoupon, countAgain, freeUse, lockUsesOf } from './coupon-uses.ts';
import { type HoldRules, limitSeats } from './hold-limit.ts';
import { type HoldLimits, lifeOf } from './hold-settings.ts';
import { isProductOnSale, isSpanOnSale } from './on-sale.ts';
import { freeStock, type TakeSeats, takeStock } from './stock.ts';

/** A row of `orders`. */
export type OrderRow = Selectable<Database['orders']>;

/** How long seats are held by a new order that replaces no running one. */
export const holdTime = sql<Date>`now() + interval '15 minutes'`;
/** The same for one that replaces a running one, first held at that moment. */
export const inheritedTime = (since: Date | string, { minutes }: HoldLimits) =>
  sql<Date>`least(${holdTime}, ${since}::timestamptz + ${lifeOf(minutes)})`;
/** The end of a hold that is extended: never later than its maximum life allows. */
const extendedTime = ({ minutes }: HoldLimits) =>
  sql<Date>`greatest(hold_until, least(${holdTime}, held_since + ${lifeOf(minutes)}))`;
/**
 * The end of a hold when a payment begins: longer than checkout's 240 s and a bank's check. A payment that begins in the
 * last minute of a hold has its time as well; payments that fail again and again do not keep seats for longer.
 */
export const paymentTime = ({ minutes }: HoldLimits) =>
  sql<Date>`greatest(hold_until, least(
    now() + interval '20 minutes', held_since + ${lifeOf(minutes)} + interval '20 minutes'))`;
/** How often one hold is extended or taken up again (docs/architecture.md#bar-timers). */
export const maxExtensions = 10;

/** An order holds its seats exactly in these states. */
export const holding = ['open', 'checking'] as const;

const isLive = sql<boolean>`exists (
  select 1 from payments where payments.order_id = orders.id and payments.state in ('started', 'requires_action'))`;

const rows = (db: Db | Tx) => db.selectFrom('orders').selectAll().select(sql<boolean>`hold_until <= now()`.as('over'));
const locked = (tx: Tx) => rows(tx).forUpdate();

/** In: an order's id. Out: the order, and whether its hold is over. */
export const readOrderRow = (db: Db | Tx, id: string): Promise<OrderRow & { over: boolean }> =>
  rows(db).where('id', '=', id).executeTakeFirstOrThrow();

/** In: an order's id. Out: the order, locked until the transaction ends, and whether its hold is over. */
export const lockOrder = (tx: Tx, id: string): Promise<OrderRow & { over: boolean }> =>
  locked(tx).where('id', '=', id).executeTakeFirstOrThrow();

/** The same for the order that a payment is for. */
export const lockOrderOf = (tx: Tx, payment: string): Promise<OrderRow> =>
  locked(tx)
    .where('id', '=', ({ selectFrom }) => selectFrom('payments').select('order_id').where('payments.id', '=', payment))
    .executeTakeFirstOrThrow();

/** Ends a locked order that holds seats: they, its set products and its coupon's use are free again. */
export const endOrder = async (tx: Tx, order: OrderRow, status: 'expired' | 'cancelled'): Promise<void> => {
  await freeStock(tx, order);
  await freeUse(tx, order.id);
  await tx.updateTable('orders').set({ status }).where('id', '=', order.id).execute();
};

/** Which ended holds are meant: those of a timespan, those that count as uses of a coupon, one order's, or all. */
type Only = { span?: string; coupon?: string; order?: string };

/** Ended holds, but never one with a payment on its way (docs/architecture.md#bar-expiry): that is settled first (`payments/settle.ts`). */
const lapsed = (db: Db | Tx, { span, coupon, order }: Only) =>
  db
    .selectFrom('orders')
    .where('status', '=', 'open')
    .where('hold_until', '<=', sql<Date>`now()`)
    .where(({ not }) => not(isLive))
    .$if(span !== undefined, (query) => query.where('time_span_id', '=', span ?? ''))
    .$if(order !== undefined, (query) => query.where('orders.id', '=', order ?? ''))
    .$if(coupon !== undefined, (query) =>
      query.where('orders.id', 'in', ({ selectFrom }) =>
        selectFrom('coupon_uses')
          .select('order_id')
          .where('coupon_id', '=', coupon ?? ''),
      ),
    );

/**
 * Ends the ended holds of one timespan. Its row is locked first: whoever wants its seats waits for the one before, and
 * then sees what that one freed. Orders somebody works on are left alone: he has the order and may wait for the timespan.
 */
const expireSpan = async (db: Db, span: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    await tx.selectFrom('time_spans').select('id').where('id', '=', span).forUpdate().execute();
    const rows = await lapsed(tx, { span }).selectAll('orders').forUpdate().skipLocked().execute();
    await lockUsesOf(
      tx,
      rows.map(({ id }) => id),
    );
    for (const order of rows) await endOrder(tx, order, 'expired');
    if (rows.length > 0) pass('hold_expired');
  });

/** Frees what ran out, timespan by timespan; with `only`, in the timespans that are meant. */
export const expireHolds = async (db: Db, only: Only = {}): Promise<void> => {
  const spans = only.span
    ? [{ time_span_id: only.span }]
    : await lapsed(db, only).select('time_span_id').distinct().execute();
  for (const { time_span_id } of spans) await expireSpan(db, time_span_id);
};

/**
 * Extends a hold, or takes an ended one up again, which counts as one of its extensions; what a payment had is never made
 * shorter.
 */
const renew = async (tx: Tx, order: OrderRow, limits: HoldLimits): Promise<void> => {
  await tx
    .updateTable('orders')
    .set({ status: 'open', hold_until: extendedTime(limits), extensions: order.extensions + 1 })
    .where('id', '=', order.id)
    .execute();
};

/**
 * In: a locked order. Out: whether its hold can go on, by extensions left and by its maximum life. `replaced`: by another
 * order, which then needs some minutes of that life for itself.
 */
export const canGoOn = async (
  tx: Tx,
  order: OrderRow,
  { minutes }: HoldLimits,
  { replaced = false }: { replaced?: boolean } = {},
): Promise<boolean> => {
  if (!replaced && order.extensions >= maxExtensions) return false;
  const end = replaced ? sql<Date>`now() + interval '5 minutes'` : sql<Date>`greatest(now(), hold_until)`;
  const row = await tx
    .selectFrom('orders')
    .select(sql<boolean>`held_since + ${lifeOf(minutes)} > ${end}`.as('is_young'))
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  return row.is_young;
};

/** Whether the sale of an order's timespan goes on: once it is over, nobody gets more time to buy it. */
const isOnSale = async (db: Db | Tx, order: OrderRow): Promise<boolean> => {
  const row = await db
    .selectFrom('time_spans')
    .innerJoin('products', 'products.uuid', 'time_spans.product_uuid')
    .select('time_spans.id')
    .where('time_spans.id', '=', order.time_span_id)
    .where(isSpanOnSale)
    .where(isProductOnSale)
    .executeTakeFirst();
  return row !== undefined;
};

/** Whether an order whose hold is over can hold again, as far as its sale and its extensions go. */
export const canHoldAgain = async (db: Db | Tx, order: OrderRow): Promise<boolean> =>
  (order.invited || order.extensions < maxExtensions) && isOnSale(db, order);

/**
 * In: a locked, expired order. Holds its seats and set products again, and drops its coupon when that cannot be used any
 * more. Out: its total, in yen. Throws session_timeout when they are gone or on sale no more, rate_limited as `limitSeats`.
 */
const holdAgain = async (tx: Tx, order: OrderRow, rules: HoldRules): Promise<number> => {
  const { holdLimits, takeSeats } = rules;
  const held =
    order.anonymised_at === null &&
    (await isOnSale(tx, order)) &&
    (await canGoOn(tx, order, holdLimits)) &&
    (await takeStock(tx, order, takeSeats));
  if (!held) throw new Problem('session_timeout');
  await limitSeats(rules, tx, order);
  await renew(tx, order, holdLimits);
  return (await countAgain(tx, order.id)) ? order.total : clearCoupon(tx, order, { dropped: true });
};

/**
 * In: a locked order that is about to be worked on. Out: the same once it is open and holds its seats, with its total as
 * it is now: a hold that ran out is taken again when all is still free. Throws order_closed (paid, cancelled, refunded),
 * session_timeout, rate_limited.
 */
export const ensureHeld = async (tx: Tx, order: OrderRow & { over: boolean }, rules: HoldRules): Promise<OrderRow> => {
  if (order.status === 'expired') return { ...order, status: 'open', total: await holdAgain(tx, order, rules) };
  if (order.status !== 'open')
    throw new Problem('order_closed', order.status === 'checking' ? { detail: 'A payment is on its way.' } : {});
  if (!order.over) return order;
  if (!(await canGoOn(tx, order, rules.holdLimits)) || !(await isOnSale(tx, order)))
    throw new Problem('session_timeout');
  await renew(tx, order, rules.holdLimits);
  return order;
};

/**
 * In: an invited order that is opened by its mail's link. Holds what was chosen for it while that is free, as a new order
 * does; one that holds already is left as it is. Out: false when its seats are not to be had.
 */
export const beginHold = async (tx: Tx, id: string, take: TakeSeats): Promise<boolean> => {
  const order = await lockOrder(tx, id);
  if (order.status !== 'expired') return true;
  if (order.anonymised_at !== null) return false;
  if (!(await isOnSale(tx, order)) || !(await takeStock(tx, order, take))) return false;
  await tx
    .updateTable('orders')
    .set({ status: 'open', hold_until: holdTime, held_since: sql`now()`, extensions: 0 })
    .where('id', '=', id)
    .execute();
  if (!(await countAgain(tx, id))) await clearCoupon(tx, order, { dropped: true });
  return true;
};

/** In: an order's id. More time for its hold, ten times at most. Throws as `ensureHeld`, extension_limit, ticket_not_on_sale. */
export const extendHold = async (tx: Tx, id: string, rules: HoldRules): Promise<void> => {
  const order = await lockOrder(tx, id);
  if (order.status !== 'open' || order.over) {
    await ensureHeld(tx, order, rules);
    return;
  }
  if (!(await canGoOn(tx, order, rules.holdLimits))) throw new Problem('extension_limit');
  if (!(await isOnSale(tx, order))) throw new Problem('ticket_not_on_sale');
  await renew(tx, order, rules.holdLimits);
};
