import { type Kysely, sql } from 'kysely';

const statements = [
  /* Who sold, with the tax rate, when the payment began (docs/payments.md#receipt-contents); null: of the version before. */
  `alter table payments add column seller jsonb`,
  /* Names of payment methods that a site has offered, for receipts of when it did. */
  `create table former_methods (site text not null, id text not null, words jsonb not null, primary key (site, id))`,
];

/** What receipts print of the day of payment, whatever the venue changed since. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
