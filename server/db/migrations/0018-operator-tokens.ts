import { type Kysely, sql } from 'kysely';

const statements = [
  /*
   * Tokens by which a venue's back office calls the operations of its site. id: not secret, shown in lists and logs. token_hash:
   * SHA-256 of the whole token. name: the device or program that has it.
   */
  `create table operator_tokens (
    id text primary key, site text not null, token_hash text not null, name text not null,
    scope text not null check (scope in ('gate', 'read', 'full')), created_at timestamptz not null default now(),
    expires_at timestamptz not null, revoked_at timestamptz, used_at timestamptz)`,
];

/** Tokens for operators' programs. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
