import { type Selectable, sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import type { Database } from '#server/db/types.ts';
import { freeSets, sellSets, setsOf, takeSets } from './set-stock.ts';

/** Moves free seats of a timespan to held. Out: false, and nothing changed, when there are not enough. */
export type TakeSeats = (tx: Tx, span: string, count: number) => Promise<boolean>;

/** One conditional update: the row lock it takes makes a race harmless on any number of connections (docs/architecture.md#stock). */
export const takeSeats: TakeSeats = async (tx, span, count) => {
  const { numUpdatedRows } = await tx
    .updateTable('time_spans')
    .set({ held: sql`held + ${count}` })
    .where('id', '=', span)
    .where(sql<boolean>`held + sold + ${count} <= capacity`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Gives held seats back. */
const freeSeats = async (tx: Tx, span: string, count: number): Promise<void> => {
  await tx
    .updateTable('time_spans')
    .set({ held: sql`held - ${count}` })
    .where('id', '=', span)
    .execute();
};

/** Held seats become sold ones. */
export const sellSeats = async (tx: Tx, span: string, count: number): Promise<void> => {
  await tx
    .updateTable('time_spans')
    .set({ held: sql`held - ${count}`, sold: sql`sold + ${count}` })
    .where('id', '=', span)
    .execute();
};

/** Sold seats are free again. */
export const returnSeats = async (tx: Tx, span: string, count: number): Promise<void> => {
  await tx
    .updateTable('time_spans')
    .set({ sold: sql`sold - ${count}` })
    .where('id', '=', span)
    .execute();
};

/** Locks timespans in one order of ids, so that two who need several of them do not wait for each other. */
export const lockSpans = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0)
    await tx.selectFrom('time_spans').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
};

/** What an order has of the stock: its seats first, which locks the timespan, then its set products. */
type Booked = Pick<Selectable<Database['orders']>, 'id' | 'time_span_id' | 'quantity'>;

/** In: an order that holds nothing. Takes its seats and set products. Out: false, and nothing changed, when one is gone. */
export const takeStock = async (tx: Tx, order: Booked, take: TakeSeats): Promise<boolean> => {
  const { id, time_span_id: span, quantity } = order;
  if (!(await take(tx, span, quantity))) return false;
  if ((await takeSets(tx, span, await setsOf(tx, id))) === null) return true;
  await freeSeats(tx, span, quantity);
  return false;
};

/** Gives an order's held seats and set products back. */
export const freeStock = async (tx: Tx, { id, time_span_id: span, quantity }: Booked): Promise<void> => {
  await freeSeats(tx, span, quantity);
  await freeSets(tx, span, id);
};

/** An order's held seats and set products become sold ones. */
export const sellStock = async (tx: Tx, { id, time_span_id: span, quantity }: Booked): Promise<void> => {
  await sellSeats(tx, span, quantity);
  await sellSets(tx, span, id);
};
