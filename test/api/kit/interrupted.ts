import type { Db } from '#server/db/open.ts';

/**
 * The database for a reader that is interrupted: `act` runs after the result of its statement number `at`, before the reader goes
 * on.
 */
export const interrupted = (db: Db, at: number, act: () => Promise<unknown>): Db => {
  let done = 0;
  return db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      done += 1;
      if (done === at) await act();
      return result;
    },
  });
};
