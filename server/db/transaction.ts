import type { Transaction } from 'kysely';
import type { Db } from './open.ts';
import type { Database } from './types.ts';

/** Inside a transaction use this, never the outer database: PGlite has one connection and would wait for ever. */
export type Tx = Transaction<Database>;

/** A deadlock or a serialisation failure: nothing was done, so it may be done again. */
const again = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && (thrown.code === '40P01' || thrown.code === '40001');

/** Runs `work` in one transaction; on a deadlock the whole of it again, at most three times. */
export const inTransaction = async <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (thrown) {
      if (tries === 3 || !again(thrown)) throw thrown;
    }
  }
};
