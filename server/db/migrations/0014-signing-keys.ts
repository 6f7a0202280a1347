import { type Kysely, sql } from 'kysely';

const statements = [
  /* Which secrets made the tokens of this database, by fingerprint; ids are derived from the first of them. */
  `create table signing_keys (fingerprint text primary key, registered_at timestamptz not null default clock_timestamp())`,
  /* How often the link of a ticket was revoked: each revision has a token of its own. */
  `alter table tickets add column link_revision integer not null default 0`,
];

/** Rotation of the secret, and revocation of a ticket's link. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
