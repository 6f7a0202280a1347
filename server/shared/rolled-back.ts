import { type Db, inTransaction, type Tx } from '#server/db/open.ts';

class RolledBack extends Error {}

/** Runs `work` in a transaction that is rolled back, for a dry run, and returns its result. */
export const inRolledBack = async <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => {
  let done: { result: T } | undefined;
  try {
    return await inTransaction(db, async (tx) => {
      done = { result: await work(tx) };
      throw new RolledBack();
    });
  } catch (thrown) {
    if (thrown instanceof RolledBack && done) return done.result;
    throw thrown;
  }
};
