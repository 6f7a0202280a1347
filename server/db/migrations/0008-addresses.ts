import { type Kysely, sql } from 'kysely';

const statements = [
  /* Hash of the address an order was begun from, while it holds or may hold again; then it is forgotten (`sweep`). */
  `alter table orders add column asked_by text`,
  `create index orders_asked_by on orders (time_span_id, asked_by) where asked_by is not null`,
  /* What the metrics count. */
  `create index orders_created on orders (created_at)`,
];

/** How many seats an address holds, and orders of the last day. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
