import { sql } from 'kysely';
import type { Db } from './open.ts';
import type { Tx } from './transaction.ts';

/**
 * Records the id of a write in the transaction of its effect; a retry with the same Idempotency-Key has the same id. Returns
 * false if it was recorded before. Concurrent calls with the same id block until the first commits.
 */
export const isFirstTime = async (db: Db | Tx, id: string): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('effects')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
};

/** Whether an id was recorded in the last two minutes. */
export const wasDoneLately = async (db: Db | Tx, id: string): Promise<boolean> => {
  const row = await db
    .selectFrom('effects')
    .select('id')
    .where('id', '=', id)
    .where('done_at', '>', sql<Date>`now() - interval '2 minutes'`)
    .executeTakeFirst();
  return row !== undefined;
};
