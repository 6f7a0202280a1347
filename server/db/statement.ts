import { CompiledQuery } from 'kysely';
import type { Db } from './open.ts';
import { retried, type Tx } from './transaction.ts';

/**
 * A statement with a fixed text, which is prepared once on each connection; so it must not select `*`, since a migration of a
 * newer release would change its columns. `kind`: whether it may be run while the disk is full.
 */
export const fixed = (kind: 'read' | 'write', text: string): string => `/* ${kind} */ ${text}`;

/** Whether a statement was made by `fixed`. */
export const isFixed = (text: string): boolean => /^\/\* (?:read|write) \*\//.test(text);

/** Runs a fixed statement, which is a transaction of its own outside of one; it is retried as one. */
export const runStatement = async <Row>(db: Db | Tx, text: string, values: readonly unknown[]): Promise<Row[]> => {
  const run = async () => (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
  return db.isTransaction ? run() : retried(run);
};
