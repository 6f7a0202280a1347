import { sql } from 'kysely';
import type { Db } from './open.ts';

/** Tables whose rows come and go, or are written again, with requests, also with those that are refused. */
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
