import { type Kysely, sql } from 'kysely';

/** Options that an option needs with it in an order, at least one of them; empty: it may be ordered alone. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  await sql`alter table product_options add column needs text[] not null default '{}'`.execute(db);
};
