import { type Kysely, sql } from 'kysely';

const statements = [
  /* Writes that were done and leave no row of their own by which they could be known again; kept as long as their keys. */
  `create table effects (id uuid primary key, done_at timestamptz not null default now())`,
];

/** What keeps a write from being done twice when its process died before its answer was stored. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
