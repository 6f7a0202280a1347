import type { Transaction } from 'kysely';
import type { Db } from './open.ts';
import type { Database } from './types.ts';

/** Inside a transaction use only this, never the outer database: PGlite has one connection and would deadlock. */
export type Tx = Transaction<Database>;

/** Deadlock or serialisation failure: the transaction was rolled back, so it can be retried. */
const again = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && (thrown.code === '40P01' || thrown.code === '40001');

/** Repeats `run` on a deadlock or serialisation failure, three attempts at most. */
export const retried = async <T>(run: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (thrown) {
      if (tries === 3 || !again(thrown)) throw thrown;
    }
  }
};

/** Runs `work` in one transaction; on a deadlock or serialisation failure all of it is retried, three attempts at most. */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  retried(() => db.transaction().execute(work));
