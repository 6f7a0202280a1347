import { setImmediate as otherWork } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { isProductOnSale, isSpanOnSale, lastAdmissionAt } from '#server/catalogue/on-sale.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { isSlot, liveList, type Slot, spansWithProducts } from '#server/db/scoped.ts';
import { callFunction } from '#server/db/statement.ts';
import type { OrderRow } from '#server/db/types.ts';
import { pass } from '#server/shared/failpoints.ts';
import { Problem } from '#server/shared/problem.ts';
import { lateConfirmation } from '#src/domain/last-admission.ts';
import type { OrderStatus } from '#src/domain/order.ts';
import { type CouponKey, clearCoupon, countAgain } from './coupon-uses.ts';
import { limitSeats } from './hold-limit.ts';
import { type HoldLimits, holdLimitsAt, type LimitDeps, lifeOf } from './hold-settings.ts';
import { takeStock } from './stock.ts';

/** SQL: the last admission of the visit of the query's order. */
const admittedUntil = lastAdmissionAt(sql.ref('orders.site'), sql.ref('orders.time_span_id'));

/** Seconds for which a new order holds its seats, at most until the last admission. A replacing order keeps the running hold's end. */
export const holdSeconds = 900;
const fullHoldEnd = sql<Date>`now() + make_interval(secs => ${sql.lit(holdSeconds)})`;
/** The end of such a hold. */
const newHoldEnd = ({ site, time_span_id }: Slot) =>
  sql<Date>`least(${fullHoldEnd}, ${lastAdmissionAt(sql.val(site), sql.val(time_span_id))})`;
/** End of an extended hold; limited by its maximum life and the last admission. */
const extendedHoldEnd = ({ minutes }: HoldLimits) =>
  sql<Date>`greatest(hold_until, least(${fullHoldEnd}, held_since + ${lifeOf(minutes)}, ${admittedUntil}))`;
/**
 * End of a hold when a payment begins: longer than checkout's 240 s and a bank's check. It applies in the last minute of a
 * hold, too; repeated failed payments do not extend it further, and it ends when a payment can no longer count.
 */
export const paymentHoldEnd = ({ minutes }: HoldLimits) =>
  sql<Date>`greatest(hold_until, least(
    now() + interval '20 minutes', held_since + ${lifeOf(minutes)} + interval '20 minutes',
    ${admittedUntil} + ${sql.lit(`${lateConfirmation} minutes`)}::interval))`;
/** How often a hold can be extended or renewed (docs/architecture.md#bar-timers). */
export const maxExtensions = 10;

/** An order holds seats exactly in these states. */
export const holdingStates = ['open', 'checking'] as const satisfies readonly OrderStatus[];

export const isHolding = (status: OrderStatus): boolean => holdingStates.some((state) => state === status);

/** SQL: the hold of the query's order is over, at the last admission at the latest, whatever was given to a payment. */
const isOver = sql<boolean>`least(hold_until, ${admittedUntil}) <= now()`;
const rows = (db: Db | Tx) => db.selectFrom('orders').selectAll().select(isOver.as('is_hold_over'));
const locked = (tx: Tx) => rows(tx).forUpdate();

type ReadOrder = OrderRow & { is_hold_over: boolean };

/** The order, and whether its hold is over. */
export const readOrderRow = (db: Db | Tx, id: string): Promise<ReadOrder> =>
  rows(db).where('id', '=', id).executeTakeFirstOrThrow();

/** As `readOrderRow`, locked until the transaction ends. */
export const lockOrder = (tx: Tx, id: string): Promise<ReadOrder> =>
  locked(tx).where('id', '=', id).executeTakeFirstOrThrow();

/** As `lockOrder`, by the id of a payment of it. */
export const lockOrderOfPayment = (tx: Tx, payment: string): Promise<ReadOrder> =>
  locked(tx)
    .where('id', '=', ({ selectFrom }) => selectFrom('payments').select('order_id').where('payments.id', '=', payment))
    .executeTakeFirstOrThrow();

/** Ends a locked order that holds seats: returns them, its set products and its coupon use. */
export const endOrder = (tx: Tx, { id }: OrderRow, status: 'expired' | 'cancelled'): Promise<void> =>
  callFunction(tx, 'end_order_1', [id, status]);

/**
 * SQL: the hold of an order is over, and no payment for it may still arrive (docs/architecture.md#bar-expiry); such a payment is
 * settled first (`payments/settle.ts`).
 */
export const holdIsOver = `(orders.status = 'open' and orders.hold_until <= now() and not exists (
  select from payments where payments.order_id = orders.id and payments.state in ${liveList}))`;

/** Slots and holds that one statement ends at most; a slot is locked for some milliseconds then. */
const atOnce = { slots: 20, orders: 250 };

const endExpired = async (db: Db, slot: Slot | null): Promise<number> => {
  const values = [slot?.site ?? null, slot?.time_span_id ?? null, atOnce.slots, atOnce.orders];
  const ended = await callFunction<number>(db, 'end_holds_1', values);
  if (ended > 0) pass('hold_expired');
  return ended;
};

/** The slot of an order, or the slots of the orders that use a coupon, where their holds are over. */
const slotsOf = (db: Db, only: { coupon: CouponKey } | { order: string }): Promise<Slot[]> => {
  const ended = db.selectFrom('orders').where(sql<boolean>`${sql.raw(holdIsOver)}`);
  const slots = ended.select(['site', 'time_span_id']).distinct();
  if ('order' in only) return slots.where('orders.id', '=', only.order).execute();
  const { site, id } = only.coupon;
  const uses = db.selectFrom('coupon_uses').select('order_id').where('site', '=', site).where('coupon_id', '=', id);
  return slots.where('orders.id', 'in', uses).execute();
};

/**
 * Ends expired holds, of the slots that `only` names or of all. Named slots are waited for when they are locked, so that the caller
 * sees the freed seats; otherwise locked slots are skipped, so that several processes share the work. Requests are read between two
 * steps, since the embedded database never yields by itself.
 */
export const expireHolds = async (
  db: Db,
  only?: { slot: Slot } | { coupon: CouponKey } | { order: string },
): Promise<void> => {
  if (!only) {
    while ((await endExpired(db, null)) > 0) await otherWork();
    return;
  }
  for (const slot of 'slot' in only ? [only.slot] : await slotsOf(db, only))
    while ((await endExpired(db, slot)) === atOnce.orders) await otherWork();
};

/**
 * Takes seats of a slot. Where there are not enough, it ends expired holds and retries once in any case: another request may have
 * ended them already.
 */
export const withRoom = async (db: Db, slot: Slot, take: () => Promise<void>): Promise<void> => {
  try {
    await take();
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.code !== 'seat_reserve_error') throw thrown;
    await expireHolds(db, { slot });
    await take();
  }
};

/** Whether an order holds its seats now, so that `ensureHeld` leaves it as it is. */
export const isHeldNow = ({ status, is_hold_over }: Pick<ReadOrder, 'status' | 'is_hold_over'>): boolean =>
  status === 'open' && !is_hold_over;

/** Extends a hold or renews an expired one; both count as an extension. Never shortens the time that a payment was given. */
const renew = async (tx: Tx, order: OrderRow, deps: LimitDeps): Promise<void> => {
  await tx
    .updateTable('orders')
    .set({
      status: 'open',
      hold_until: extendedHoldEnd(holdLimitsAt(deps, order.site)),
      extensions: order.extensions + 1,
    })
    .where('id', '=', order.id)
    .execute();
};

const isTrueOf = async (tx: Tx, { id }: OrderRow, condition: RawBuilder<boolean>): Promise<boolean> => {
  const row = await tx.selectFrom('orders').select(condition.as('is')).where('id', '=', id).executeTakeFirstOrThrow();
  return row.is;
};

/** Whether the hold of a locked order may be extended, by its extensions, its maximum life and the last admission. */
const canExtend = async (tx: Tx, order: OrderRow, deps: LimitDeps): Promise<boolean> => {
  const { minutes } = holdLimitsAt(deps, order.site);
  const maxEnd = sql`least(held_since + ${lifeOf(minutes)}, ${admittedUntil})`;
  return order.extensions < maxExtensions && isTrueOf(tx, order, sql`${maxEnd} > greatest(now(), hold_until)`);
};

/** Whether an order that replaces this one may continue its hold: five minutes of its life are left to finish the order. */
export const canHandOver = (tx: Tx, order: OrderRow, deps: LimitDeps): Promise<boolean> => {
  const { minutes } = holdLimitsAt(deps, order.site);
  return isTrueOf(tx, order, sql`held_since + ${lifeOf(minutes)} > now() + interval '5 minutes'`);
};

/** Whether the slot of an order is still on sale; after that no hold is extended. */
const isOnSale = async (db: Db | Tx, order: OrderRow): Promise<boolean> => {
  const row = await spansWithProducts(db)
    .select('time_spans.id')
    .where(isSlot(order))
    .where(isSpanOnSale)
    .where(isProductOnSale)
    .executeTakeFirst();
  return row !== undefined;
};

/** Whether the sale and the extensions allow an expired order to be held again; its seats may still be gone. */
export const canHoldAgain = async (db: Db | Tx, order: OrderRow): Promise<boolean> =>
  (order.invited || order.extensions < maxExtensions) && isOnSale(db, order);

/** The end of a hold, with the last admission where that is the reason. */
const holdEnded = async (tx: Tx, { id }: OrderRow): Promise<Problem> => {
  const passed = sql<Date | null>`case when ${admittedUntil} <= now() then ${admittedUntil} end`.as('at');
  const { at } = await tx.selectFrom('orders').select(passed).where('id', '=', id).executeTakeFirstOrThrow();
  return new Problem('session_timeout', at ? { lastAdmission: at.toISOString() } : {});
};

/**
 * Holds seats and set products of a locked, expired order again, and drops its coupon if that is no longer available. Returns the
 * total in yen. Throws session_timeout when they are gone or no longer on sale, rate_limited as `limitSeats`.
 */
const holdAgain = async (tx: Tx, order: OrderRow, deps: LimitDeps): Promise<number> => {
  const isHeld =
    order.anonymised_at === null &&
    (await isOnSale(tx, order)) &&
    (await canExtend(tx, order, deps)) &&
    (await takeStock(tx, order));
  if (!isHeld) throw await holdEnded(tx, order);
  await limitSeats(deps, tx, order);
  await renew(tx, order, deps);
  return (await countAgain(tx, order.id)) ? order.total : clearCoupon(tx, order, { dropped: true });
};

/**
 * Ensures that a locked order is open and holds its seats, and returns it with its current total; an expired hold is renewed if
 * everything is still free. Throws order_closed (paid, cancelled, refunded), session_timeout, rate_limited.
 */
export const ensureHeld = async (tx: Tx, order: ReadOrder, deps: LimitDeps): Promise<OrderRow> => {
  if (order.status === 'expired') return { ...order, status: 'open', total: await holdAgain(tx, order, deps) };
  if (order.status !== 'open')
    throw new Problem('order_closed', order.status === 'checking' ? { detail: 'A payment is on its way.' } : {});
  if (!order.is_hold_over) return order;
  if (!(await canExtend(tx, order, deps)) || !(await isOnSale(tx, order))) throw await holdEnded(tx, order);
  await renew(tx, order, deps);
  return order;
};

/**
 * Begins the hold of an invited order whose link is opened; an order that holds already is unchanged. Returns false when its
 * seats are not available.
 */
export const beginHold = async (tx: Tx, id: string): Promise<boolean> => {
  const order = await lockOrder(tx, id);
  if (order.status !== 'expired') return true;
  if (order.anonymised_at !== null) return false;
  if (!(await isOnSale(tx, order)) || !(await takeStock(tx, order))) return false;
  await tx
    .updateTable('orders')
    .set({ status: 'open', hold_until: newHoldEnd(order), held_since: sql`now()`, extensions: 0 })
    .where('id', '=', id)
    .execute();
  if (!(await countAgain(tx, id))) await clearCoupon(tx, order, { dropped: true });
  return true;
};

/** Extends a hold, at most ten times. Throws as `ensureHeld`, extension_limit, ticket_not_on_sale. */
export const extendHold = async (tx: Tx, id: string, deps: LimitDeps): Promise<void> => {
  const order = await lockOrder(tx, id);
  if (!isHeldNow(order)) {
    await ensureHeld(tx, order, deps);
    return;
  }
  if (!(await canExtend(tx, order, deps))) throw new Problem('extension_limit');
  if (!(await isOnSale(tx, order))) throw new Problem('ticket_not_on_sale');
  await renew(tx, order, deps);
};
