import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { up as first } from './migrations/0001-first.ts';
import type { Database } from './types.ts';

/** Every migration by its name; they run in name order, each once. */
const migrations = { '0001-first': { up: first } };

/** Brings the database to the newest shape. Safe when several processes start at once (the migrator locks). Throws. */
export const migrate = async (db: Kysely<Database>): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
};
