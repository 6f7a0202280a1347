import { type Kysely, sql } from 'kysely';

/** The kind of ticket whose price the next days are shown with. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  await sql`alter table product_options add column standard boolean not null default false`.execute(db);
};
