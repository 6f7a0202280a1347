import { sql } from 'kysely';
import type { Db, Tx } from './open.ts';

/** Releases all running keys, at the start of a process that has exclusive use of the database: no earlier request can still run. */
export const releaseKeys = async (db: Db): Promise<void> => {
  await db
    .updateTable('idempotency')
    .set({ started_at: new Date(0) })
    .where('status', 'is', null)
    .execute();
};

/** Deletes keys and effects that are a day old. */
export const deleteOldKeys = async (db: Db | Tx): Promise<void> => {
  const old = sql<Date>`now() - interval '24 hours'`;
  await db.deleteFrom('idempotency').where('started_at', '<', old).execute();
  await db.deleteFrom('effects').where('done_at', '<', old).execute();
};

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

/** Whether an id was recorded in the last two minutes, within which a request that passed the bot check may be repeated. */
export const wasDoneLately = async (db: Db | Tx, id: string): Promise<boolean> => {
  const row = await db
    .selectFrom('effects')
    .select('id')
    .where('id', '=', id)
    .where('done_at', '>', sql<Date>`now() - interval '2 minutes'`)
    .executeTakeFirst();
  return row !== undefined;
};
