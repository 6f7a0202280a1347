import { type Selectable, sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';
import type { Database } from '#server/db/types.ts';
import { freeSets, sellSets, setsOf, takeSets } from './set-stock.ts';

/** Moves free seats of a slot to held. Returns false, and changes nothing, when there are not enough. */
export type TakeSeats = (tx: Tx, span: string, count: number) => Promise<boolean>;

/** One conditional update: its row lock makes races harmless on any number of connections (docs/architecture.md#stock). */
export const takeSeats: TakeSeats = async (tx, span, count) => {
  const { numUpdatedRows } = await tx
    .updateTable('time_spans')
    .set({ held: sql`held + ${count}` })
    .where('id', '=', span)
    .where(sql<boolean>`held + sold + ${count} <= capacity`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Returns held seats. */
const freeSeats = async (tx: Tx, span: string, count: number): Promise<void> => {
  await tx
    .updateTable('time_spans')
    .set({ held: sql`held - ${count}` })
    .where('id', '=', span)
    .execute();
};

/** Turns held seats into sold ones. */
export const sellSeats = async (tx: Tx, span: string, count: number): Promise<void> => {
  await tx
    .updateTable('time_spans')
    .set({ held: sql`held - ${count}`, sold: sql`sold + ${count}` })
    .where('id', '=', span)
    .execute();
};

/** Returns sold seats. */
export const returnSeats = async (tx: Tx, span: string, count: number): Promise<void> => {
  await tx
    .updateTable('time_spans')
    .set({ sold: sql`sold - ${count}` })
    .where('id', '=', span)
    .execute();
};

/** Locks slots sorted by id, so that concurrent transactions cannot deadlock. */
export const lockSpans = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0)
    await tx.selectFrom('time_spans').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
};

/** The stock of an order: seats first, which locks the slot, then set products. */
type OrderStock = Pick<Selectable<Database['orders']>, 'id' | 'time_span_id' | 'quantity'>;

/** Takes seats and set products of an order that holds none. Returns false, and changes nothing, when one is not available. */
export const takeStock = async (tx: Tx, order: OrderStock, take: TakeSeats): Promise<boolean> => {
  const { id, time_span_id: span, quantity } = order;
  if (!(await take(tx, span, quantity))) return false;
  if ((await takeSets(tx, span, await setsOf(tx, id))) === null) return true;
  await freeSeats(tx, span, quantity);
  return false;
};

/** Returns the held seats and set products of an order. */
export const freeStock = async (tx: Tx, { id, time_span_id: span, quantity }: OrderStock): Promise<void> => {
  await freeSeats(tx, span, quantity);
  await freeSets(tx, span, id);
};

/** Turns the held seats and set products of an order into sold ones. */
export const sellStock = async (tx: Tx, { id, time_span_id: span, quantity }: OrderStock): Promise<void> => {
  await sellSeats(tx, span, quantity);
  await sellSets(tx, span, id);
};
