import { type Kysely, sql } from 'kysely';

const statements = [
  /*
   * One row for each time a browser comes back from a provider. browser_hash: of the secret of the browser that asked by the
   * reference first; null until then.
   */
  `create table return_references (
    id uuid primary key, token_hash text not null unique, payment_id uuid not null references payments,
    browser_hash text, issued_at timestamptz not null default now(), expires_at timestamptz not null)`,
  `create index return_references_payment on return_references (payment_id, issued_at)`,
  /* For deleting them a day later. */
  `create index return_references_issued on return_references (issued_at)`,
  /* Of the secret of the browser that sent the payment. */
  `alter table payments add column browser_hash text`,
];

/** Short references of returns from payment providers, and the browser each belongs to. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
