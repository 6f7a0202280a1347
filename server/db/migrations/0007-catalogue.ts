import { type Kysely, sql } from 'kysely';

const statements = [
  /* The venue's own catalogue stands here (`catalogue/import`): nothing is invented for this site any more. */
  `alter table sites add column imported boolean not null default false`,
];

/** Sites with a catalogue of their own. */
export const up = async <T>(db: Kysely<T>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};
