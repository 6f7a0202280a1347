import { type Kysely, sql } from 'kysely';

/** The request that runs with a key: another one may have taken the key over. Null in rows of earlier releases and finished ones. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  await sql`alter table idempotency add column owner uuid`.execute(db);
};
