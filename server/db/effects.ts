import type { Tx } from './transaction.ts';

/**
 * Records the id of a write in the transaction of its effect; a retry with the same Idempotency-Key has the same id. Returns
 * false if it was recorded before. Concurrent calls with the same id block until the first commits.
 */
export const isFirstTime = async (tx: Tx, id: string): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('effects')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
};
