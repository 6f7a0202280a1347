import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { up as first } from './migrations/0001-first.ts';
import { up as setsAndCoupons } from './migrations/0002-sets-and-coupons.ts';
import { up as tickets } from './migrations/0003-tickets.ts';
import { up as mails } from './migrations/0004-mails.ts';
import { up as outbox } from './migrations/0005-outbox.ts';
import { up as operator } from './migrations/0006-operator.ts';
import type { Database } from './types.ts';

/** Every migration by its name; they run in name order, each once. */
const migrations = {
  '0001-first': { up: first },
  '0002-sets-and-coupons': { up: setsAndCoupons },
  '0003-tickets': { up: tickets },
  '0004-mails': { up: mails },
  '0005-outbox': { up: outbox },
  '0006-operator': { up: operator },
};

/** Brings the database to the newest shape. Safe when several processes start at once (the migrator locks). Throws. */
export const migrate = async (db: Kysely<Database>): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
};
