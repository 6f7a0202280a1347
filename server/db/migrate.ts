import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { up as first } from './migrations/0001-first.ts';
import { up as setsAndCoupons } from './migrations/0002-sets-and-coupons.ts';
import { up as tickets } from './migrations/0003-tickets.ts';
import { up as mails } from './migrations/0004-mails.ts';
import { up as outbox } from './migrations/0005-outbox.ts';
import { up as operator } from './migrations/0006-operator.ts';
import { up as catalogue } from './migrations/0007-catalogue.ts';
import { up as addresses } from './migrations/0008-addresses.ts';
import { up as effects } from './migrations/0009-effects.ts';
import { up as confirmations } from './migrations/0010-confirmations.ts';
import { up as mailLinks } from './migrations/0011-mail-links.ts';
import { up as fairLimits } from './migrations/0012-fair-limits.ts';
import { up as retention } from './migrations/0013-retention.ts';
import { up as signingKeys } from './migrations/0014-signing-keys.ts';
import { up as returnReferences } from './migrations/0015-return-references.ts';
import { up as tenants } from './migrations/0016-tenants.ts';
import { up as oneStatement } from './migrations/0017-one-statement.ts';
import { up as operatorTokens } from './migrations/0018-operator-tokens.ts';
import { up as waitingRoom } from './migrations/0019-waiting-room.ts';
import { up as formerFacts } from './migrations/0020-former-facts.ts';
import { up as setStocks } from './migrations/0021-set-stocks.ts';
import { up as newsletters } from './migrations/0022-newsletters.ts';
import { up as contracts } from './migrations/0023-contracts.ts';
import { up as lookUps } from './migrations/0024-look-ups.ts';
import { up as networks } from './migrations/0025-networks.ts';
import { up as owners } from './migrations/0026-owners.ts';
import { up as keyOwners } from './migrations/0027-key-owners.ts';
import { up as lastAdmission } from './migrations/0030-last-admission.ts';
import { up as moneyAlarms } from './migrations/0032-money-alarms.ts';
import { up as codesAndTexts } from './migrations/0034-codes-and-texts.ts';
import { up as optionNeeds } from './migrations/0035-option-needs.ts';
import { up as oneWriter } from './migrations/0038-one-writer.ts';
import type { Database } from './types.ts';

/** Migrations run sorted by name, each once. */
const migrations = {
  '0001-first': { up: first },
  '0002-sets-and-coupons': { up: setsAndCoupons },
  '0003-tickets': { up: tickets },
  '0004-mails': { up: mails },
  '0005-outbox': { up: outbox },
  '0006-operator': { up: operator },
  '0007-catalogue': { up: catalogue },
  '0008-addresses': { up: addresses },
  '0009-effects': { up: effects },
  '0010-confirmations': { up: confirmations },
  '0011-mail-links': { up: mailLinks },
  '0012-fair-limits': { up: fairLimits },
  '0013-retention': { up: retention },
  '0014-signing-keys': { up: signingKeys },
  '0015-return-references': { up: returnReferences },
  '0016-tenants': { up: tenants },
  '0017-one-statement': { up: oneStatement },
  '0018-operator-tokens': { up: operatorTokens },
  '0019-waiting-room': { up: waitingRoom },
  '0020-former-facts': { up: formerFacts },
  '0021-set-stocks': { up: setStocks },
  '0022-newsletters': { up: newsletters },
  '0023-contracts': { up: contracts },
  '0024-look-ups': { up: lookUps },
  '0025-networks': { up: networks },
  '0026-owners': { up: owners },
  '0027-key-owners': { up: keyOwners },
  '0030-last-admission': { up: lastAdmission },
  '0032-money-alarms': { up: moneyAlarms },
  '0034-codes-and-texts': { up: codesAndTexts },
  '0035-option-needs': { up: optionNeeds },
  '0038-one-writer': { up: oneWriter },
};

/** Name of a migration; the last one is the schema version of this code. */
export type MigrationName = keyof typeof migrations;
const names = Object.keys(migrations)
  .filter((name): name is MigrationName => name in migrations)
  .toSorted();

/** Whether the name is that of a known migration. */
export const isMigration = (name: string): name is MigrationName => Object.hasOwn(migrations, name);

/**
 * Migrates to the newest schema, or only as far as `to`, and returns the migrations that were applied. Safe when several
 * processes start at once: the migrator locks.
 */
export const migrate = async (
  db: Kysely<Database>,
  to: MigrationName | undefined = names.at(-1),
): Promise<string[]> => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
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
