import { type Kysely, sql } from 'kysely';

const statements = [
  /* Set when a payment is accepted on a notice alone; moved to confirmed_at when the provider's daily file names it. */
  `alter table payments add column unconfirmed_since timestamptz, add column confirmed_at timestamptz`,
  /* Alipay payments of the last week, before this was recorded. */
  `update payments set unconfirmed_since = now()
    where method = 'softbank_alipay' and state = 'paid' and created_at > now() - interval '7 days'`,
  `create index on payments (unconfirmed_since) where unconfirmed_since is not null`,
];

/** Which payments still need the provider's daily file as proof. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
