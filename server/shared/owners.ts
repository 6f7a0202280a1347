import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import type { OwnerStore, Owners } from '#server/shared/sites/owners.ts';

/** Owners of contracts and hosts as a database has them; null before the schema has their table. */
export const readOwners = async (db: Db): Promise<Owners | null> => {
  const { rows: found } = await sql`select where to_regclass('contract_owners') is not null`.execute(db);
  if (found.length === 0) return null;
  const rows = await db.selectFrom('contract_owners').selectAll().execute();
  return new Map(rows.map(({ provider, contract, site }) => [`${provider} ${contract}`, site]));
};

/** Owners in a database of the newest schema. */
export const ownersIn = (db: Db): OwnerStore => {
  const read = async () => (await readOwners(db)) ?? new Map();
  return {
    read,
    claim: async (uses) => {
      const rows = uses.map(({ name, site }) => {
        const [provider = '', contract = ''] = name.split(' ');
        return { provider, contract, site };
      });
      await db
        .insertInto('contract_owners')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return read();
    },
  };
};
