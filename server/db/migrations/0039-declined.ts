import { type Kysely, sql } from 'kysely';

/** Finds the declined payments of the last minutes, which the limit of a visitor's declined cards counts. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  await sql`create index payments_declined on payments (created_at) where state = 'declined'`.execute(db);
};
