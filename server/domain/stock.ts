import { sql } from 'kysely';
import type { Tx } from '#server/db/transaction.ts';

/** Moves free seats of a timespan to held. Out: false, and nothing changed, when there are not enough. */
export type TakeSeats = (tx: Tx, span: string, count: number) => Promise<boolean>;

/** One conditional update: the row lock it takes makes a race harmless on any number of connections (DESIGN §4). */
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
export const freeSeats = async (tx: Tx, span: string, count: number): Promise<void> => {
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
