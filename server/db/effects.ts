import type { Tx } from './transaction.ts';

/**
 * Marks a write as done, in the transaction of what it does. In: its effect id, the same for a request that is sent again with
 * its Idempotency-Key. Out: false when it was done before: then there is nothing to do. Who comes at the same moment waits.
 */
export const isFirstTime = async (tx: Tx, id: string): Promise<boolean> => {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('effects')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
};
