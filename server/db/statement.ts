import { CompiledQuery } from 'kysely';
import type { Db } from './open.ts';
import { retried, type Tx } from './transaction.ts';

/** Runs a fixed statement, which outside of a transaction is one itself; it is retried as one. */
export const runStatement = async <Row>(db: Db | Tx, text: string, values: readonly unknown[]): Promise<Row[]> => {
  const run = async () => (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
  return db.isTransaction ? run() : retried(run);
};
