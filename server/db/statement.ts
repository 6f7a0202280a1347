import { CompiledQuery } from 'kysely';
import { type Db, retried, type Tx } from './open.ts';

/**
 * A statement with a fixed text, which is prepared once on each connection; so it must not select `*`, since a migration of a
 * newer release would change its columns. `kind`: whether it may be run while the disk is full.
 */
export const fixed = (kind: 'read' | 'write', text: string): string => `/* ${kind} */ ${text}`;

/** Runs a fixed statement. Outside of a transaction it is retried by itself, inside only as a part of the whole. */
export const runStatement = async <Row>(db: Db | Tx, text: string, values: readonly unknown[]): Promise<Row[]> => {
  const run = async () => (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;
  return db.isTransaction ? run() : retried(run);
};

/** Calls a writing function of the database (`migrations/`) and returns its result. */
export const callFunction = async <Result>(db: Db | Tx, name: string, values: readonly unknown[]): Promise<Result> => {
  const text = fixed('write', `select ${name}(${values.map((_, at) => `$${at + 1}`).join(', ')}) as result`);
  const [row] = await runStatement<{ result: Result }>(db, text, values);
  if (!row) throw new Error(`No result of ${name}.`);
  return row.result;
};
