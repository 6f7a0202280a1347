import { type Kysely, sql } from 'kysely';

/** Who sold, with the tax rate, as of when the payment began (docs/payments.md#receipt-contents); null: of the version before. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  await sql`alter table payments add column seller jsonb`.execute(db);
};
