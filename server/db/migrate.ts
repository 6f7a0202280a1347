import { readdirSync, readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './types.ts';

const folder = new URL('migrations/', import.meta.url);

/**
 * Names of the migrations, which run in this sequence, each once. The first one has the name of the last one that it replaces, so a
 * database of that release is at it already; the names before it are former ones.
 */
const names = readdirSync(folder)
  .flatMap((file) => /^\d{4}-[\da-z-]{1,60}(?=\.sql$)/.exec(file)?.[0] ?? [])
  .sort();
const [first = ''] = names;

/** Whether the name is that of a migration of earlier releases, whose databases and dumps are refused. */
export const isFormer = (name: string): boolean => name < first;

/** Whether the name is that of a known migration. */
export const isMigration = (name: string): boolean => names.includes(name);

/** The release whose databases and dumps this one takes; older ones go by it. */
export const firstRelease = 'the release of 28 November 2026 (commit 0739961f)';

/** An error whose message tells the operator which release to start first. */
export class OldSchemaFault extends Error {
  constructor() {
    super(
      `This database is older than ${firstRelease}. Start that one on it first, then this one (docs/operations.md#upgrade).`,
    );
  }
}

/** Whether a database has a table: a new one, or one of an earlier release, may not. */
export const hasTable = async <T>(db: Kysely<T>, name: string): Promise<boolean> => {
  const { rows } = await sql`select where to_regclass(${name}) is not null`.execute(db);
  return rows.length > 0;
};

/** A semicolon and an empty line end each statement of a file. */
const statementsOf = (name: string): string[] =>
  readFileSync(new URL(`${name}.sql`, folder), 'utf8')
    .split(/;\r?\n(?:\r?\n|$)/)
    .filter(Boolean);

const migrationOf = (name: string): Migration => ({
  up: async <T>(db: Kysely<T>) => {
    if (name === first && (await hasTable(db, 'sites'))) throw new OldSchemaFault();
    for (const statement of statementsOf(name)) await sql.raw(statement).execute(db);
  },
});

const readRecorded = async (db: Kysely<Database>): Promise<string[]> => {
  if (!(await hasTable(db, 'kysely_migration'))) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
};

/**
 * Whether a later release has migrated the database. Later migrations only add, except those whose names end with the number of a
 * migration without which a release cannot run after them (`0050-old-functions-needs-0045`). Throws when this release lacks it.
 */
const isOfLaterRelease = (recorded: readonly string[]): boolean => {
  const later = recorded.filter((name) => !isFormer(name) && !isMigration(name));
  const newest = names.at(-1) ?? '';
  const unfit = later.find((name) => newest < (/-needs-(\d+)$/.exec(name)?.[1] ?? ''));
  if (unfit !== undefined)
    throw new Error(
      `A later release has changed the database (${unfit}), so this one cannot use it: start that release.`,
    );
  return later.length > 0;
};

/**
 * Migrates to the newest schema, or only as far as `to`, and returns the migrations that were applied: none where a later release did.
 * Safe when several processes start at once: the migrator locks. Throws OldSchemaFault when an earlier release has to be started first.
 */
export const migrate = async (db: Kysely<Database>, to: string = names.at(-1) ?? ''): Promise<string[]> => {
  const recorded = await readRecorded(db);
  if (isOfLaterRelease(recorded)) return [];
  /* The migrator asks for each name that it finds. */
  const former = recorded.filter(isFormer).map((name) => [name, { up: async () => {} }] as const);
  const current = names.map((name) => [name, migrationOf(name)] as const);
  const all = Object.fromEntries([...former, ...current]);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => all } });
  const { error, results = [] } = await migrator.migrateTo(to);
  if (error) throw error;
  return results.map(({ migrationName }) => migrationName);
};

/** Whether all known migrations are applied (a newer server may have applied more), and whether the database is read-only. */
export const readState = async (db: Kysely<Database>): Promise<{ isMigrated: boolean; isReadOnly: boolean }> => {
  const { rows } = await sql<{ done: number; only: string }>`
    select count(*)::int as done, current_setting('transaction_read_only') as only
    from kysely_migration where name in (${sql.join(names)})`.execute(db);
  return { isMigrated: rows[0]?.done === names.length, isReadOnly: rows[0]?.only === 'on' };
};
