import { sql } from 'kysely';
import type { Db } from './open.ts';

/** Tables in which many requests, even refused ones, insert, update or delete rows. */
const tables = [
  'idempotency',
  'tries',
  'link_requests',
  'waiting_places',
  'return_references',
  'effects',
  'payments',
] as const;

/** Frees the space of deleted rows for new ones, as autovacuum does at PostgreSQL: the embedded database has none. */
export const vacuumEmbedded = async ({ db, embedded }: { db: Db; embedded: boolean }): Promise<void> => {
  if (embedded) await sql`vacuum ${sql.join(tables.map((table) => sql.table(table)))}`.execute(db);
};
