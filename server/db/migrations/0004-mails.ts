import { type Kysely, sql } from 'kysely';

const statements = [
  /* Mails to one address are counted whatever letter case it was typed in. */
  `create index outbox_sent_to on outbox (lower(address), created_at)`,
  `drop index if exists outbox_address_created_at_idx`,
];

/** The count of mails to an address. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
