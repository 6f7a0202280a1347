import { sql } from 'kysely';
import type { Db } from './open.ts';
import type { Tx } from './transaction.ts';

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
