import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { up as schema } from './migrations/0022-schema.ts';
import { statements as contracts } from './migrations/0023-contracts.ts';
import { statements as lookUps } from './migrations/0024-look-ups.ts';
import { statements as networks } from './migrations/0025-networks.ts';
import { statements as owners } from './migrations/0026-owners.ts';
import { statements as keyOwners } from './migrations/0027-key-owners.ts';
import { statements as lastAdmission } from './migrations/0030-last-admission.ts';
import { statements as moneyAlarms } from './migrations/0032-money-alarms.ts';
import { statements as codesAndTexts } from './migrations/0034-codes-and-texts.ts';
import { statements as optionNeeds } from './migrations/0035-option-needs.ts';
import { statements as oneWriter } from './migrations/0038-one-writer.ts';
import { statements as turns } from './migrations/0039-turns.ts';
import { statements as largeTables } from './migrations/0040-large-tables.ts';
import { statements as standardOptions } from './migrations/0041-standard-options.ts';
import { statements as gates } from './migrations/0042-gates.ts';
import { statements as dateChanges } from './migrations/0043-date-changes.ts';
import { statements as books } from './migrations/0044-books.ts';
import { statements as paidChanges } from './migrations/0045-paid-changes.ts';
import { statements as partRefunds } from './migrations/0046-part-refunds.ts';
import type { Database } from './types.ts';

/**
 * Migrations that the release of 28 November 2026 recorded before `0022-newsletters`. They do nothing now, but every database records them:
 * processes of that release count them, and the migrator asks for each name that it finds.
 */
const former = [
  '0001-first',
  '0002-sets-and-coupons',
  '0003-tickets',
  '0004-mails',
  '0005-outbox',
  '0006-operator',
  '0007-catalogue',
  '0008-addresses',
  '0009-effects',
  '0010-confirmations',
  '0011-mail-links',
  '0012-fair-limits',
  '0013-retention',
  '0014-signing-keys',
  '0015-return-references',
  '0016-tenants',
  '0017-one-statement',
  '0018-operator-tokens',
  '0019-waiting-room',
  '0020-former-facts',
  '0021-set-stocks',
];

const of = (statements: readonly string[]) => ({
  up: async <T>(db: Kysely<T>): Promise<void> => {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
});

/**
 * Migrations run sorted by name, each once. The first one has the name of the last one that it replaces, so a database of that release
 * is at it already.
 */
const migrations = {
  '0022-newsletters': { up: schema },
  '0023-contracts': of(contracts),
  '0024-look-ups': of(lookUps),
  '0025-networks': of(networks),
  '0026-owners': of(owners),
  '0027-key-owners': of(keyOwners),
  '0030-last-admission': of(lastAdmission),
  '0032-money-alarms': of(moneyAlarms),
  '0034-codes-and-texts': of(codesAndTexts),
  '0035-option-needs': of(optionNeeds),
  '0038-one-writer': of(oneWriter),
  '0039-turns': of(turns),
  '0040-large-tables': of(largeTables),
  '0041-standard-options': of(standardOptions),
  '0042-gates': of(gates),
  '0043-date-changes': of(dateChanges),
  '0044-books': of(books),
  '0045-paid-changes': of(paidChanges),
  '0046-part-refunds': of(partRefunds),
};

/** Name of a migration; the last one is the schema version of this code. */
export type MigrationName = keyof typeof migrations;
const names = Object.keys(migrations)
  .filter((name): name is MigrationName => name in migrations)
  .toSorted();

/** Whether the name is that of a migration of earlier releases, whose databases and dumps are refused. */
export const isFormer = (name: string): boolean => former.includes(name);

/** Whether the name is that of a known migration. */
export const isMigration = (name: string): name is MigrationName => Object.hasOwn(migrations, name);

/**
 * Migrates to the newest schema, or only as far as `to`, and returns the migrations that were applied. Safe when several
 * processes start at once: the migrator locks. Throws OldSchemaFault when an earlier release has to be started first.
 */
export const migrate = async (
  db: Kysely<Database>,
  to: MigrationName | undefined = names.at(-1),
): Promise<string[]> => {
  const all = { ...Object.fromEntries(former.map((name) => [name, { up: async () => {} }])), ...migrations };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => all } });
  const { error, results = [] } = await (to ? migrator.migrateTo(to) : migrator.migrateToLatest());
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
