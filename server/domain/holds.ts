import { type Selectable, sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import type { Database } from '#server/db/types.ts';
import { Problem } from '#server/http/problem.ts';
import { freeSeats, type TakeSeats } from './stock.ts';

/** A row of `orders`. */
export type OrderRow = Selectable<Database['orders']>;

/** How long seats are held, and how long more while a payment runs: longer than checkout's 240 s and a bank's check. */
export const holdTime = sql<Date>`now() + interval '15 minutes'`;
export const paymentTime = sql<Date>`greatest(hold_until, now() + interval '20 minutes')`;
/** How often one hold is extended or taken up again (quality-bars A4). */
export const maxExtensions = 10;

/** An order holds its seats exactly in these states. */
export const holding = ['open', 'checking'] as const;

const isLive = sql<boolean>`exists (
  select 1 from payments where payments.order_id = orders.id and payments.state in ('started', 'requires_action'))`;

/** In: an order's id. Out: the order, locked until the transaction ends, and whether its hold is over. */
export const lockOrder = async (tx: Tx, id: string): Promise<OrderRow & { over: boolean }> =>
  tx
    .selectFrom('orders')
    .selectAll()
    .select(sql<boolean>`hold_until <= now()`.as('over'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();

/** Ends a locked order that holds seats. */
export const endOrder = async (tx: Tx, order: OrderRow, status: 'expired' | 'cancelled'): Promise<void> => {
  await freeSeats(tx, order.time_span_id, order.quantity);
  await tx.updateTable('orders').set({ status }).where('id', '=', order.id).execute();
};

/**
 * Frees what ran out, oldest first, but never an order with a payment on its way (quality-bars R7): those are settled
 * with their provider first (`payments/settle.ts`). Out: how many were freed.
 */
export const expireHolds = async (db: Db, only: { span?: string } = {}): Promise<number> =>
  inTransaction(db, async (tx) => {
    const rows = await tx
      .selectFrom('orders')
      .selectAll()
      .where('status', '=', 'open')
      .where('hold_until', '<=', sql<Date>`now()`)
      .where(({ not }) => not(isLive))
      .$if(only.span !== undefined, (query) => query.where('time_span_id', '=', only.span ?? ''))
      .orderBy('time_span_id')
      .limit(200)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const order of rows) await endOrder(tx, order, 'expired');
    return rows.length;
  });

/** Ends one order whose hold ran out when it is looked at, as the sweeper would; not one with a payment on its way. */
export const expireIfOver = async (db: Db, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const order = await tx
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 'open')
      .where('hold_until', '<=', sql<Date>`now()`)
      .where(({ not }) => not(isLive))
      .forUpdate()
      .executeTakeFirst();
    if (order) await endOrder(tx, order, 'expired');
  });

/** A hold that ended and is taken up again counts as one of its extensions. */
const renew = async (tx: Tx, order: OrderRow): Promise<void> => {
  await tx
    .updateTable('orders')
    .set({ status: 'open', hold_until: holdTime, extensions: sql`extensions + 1` })
    .where('id', '=', order.id)
    .execute();
};

/** In: a locked, expired order. Holds its seats again. Throws session_timeout when they are gone or on sale no more. */
const holdAgain = async (tx: Tx, order: OrderRow, take: TakeSeats): Promise<void> => {
  const onSale = await tx
    .selectFrom('time_spans')
    .select('id')
    .where('id', '=', order.time_span_id)
    .where('sale_to', '>', sql<Date>`now()`)
    .executeTakeFirst();
  const held = onSale && order.extensions < maxExtensions && (await take(tx, order.time_span_id, order.quantity));
  if (!held) throw new Problem('session_timeout');
  await renew(tx, order);
};

/**
 * In: a locked order that is about to be worked on. Out: once it is open and holds its seats: a hold that ran out is
 * taken again when the seats are still free. Throws order_closed (paid, cancelled, refunded), session_timeout.
 */
export const ensureHeld = async (tx: Tx, order: OrderRow & { over: boolean }, take: TakeSeats): Promise<void> => {
  if (order.status === 'open' && !order.over) return;
  if (order.status === 'open' && order.extensions < maxExtensions) await renew(tx, order);
  else if (order.status === 'open') throw new Problem('session_timeout');
  else if (order.status === 'expired') await holdAgain(tx, order, take);
  else throw new Problem('order_closed', order.status === 'checking' ? { detail: 'A payment is on its way.' } : {});
};

/** In: an order's id. More time for its hold, ten times at most. Throws as `ensureHeld`, extension_limit. */
export const extendHold = async (tx: Tx, id: string, take: TakeSeats): Promise<void> => {
  const order = await lockOrder(tx, id);
  if (order.status !== 'open' || order.over) return ensureHeld(tx, order, take);
  if (order.extensions >= maxExtensions) throw new Problem('extension_limit');
  await renew(tx, order);
};
