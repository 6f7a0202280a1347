import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { ProviderEnv } from './env.ts';

/** A contract by provider and id, such as `gmo tshop00000001`. */
export type ContractName = `${'stripe' | 'gmo' | 'softbank'} ${string}`;

/** The site that was the first to use each contract. */
export type Owners = ReadonlyMap<string, SiteCode>;

/** A site that uses a contract. */
export type Use = { name: ContractName; site: SiteCode };

/** Ids of contracts at their providers. */
export const contractIds = {
  stripe: ({ account }: { account: string }): string => account,
  gmo: ({ id }: { id: string }): string => id,
  softbank: ({ merchant, service }: { merchant: string; service: string }): string => `${merchant}-${service}`,
};

/** Contracts of the environment with the sites that it names for each, `default` for all. */
const usesOfEnv = ({ GMO_SHOPS = {}, SOFTBANK_SHOPS = {} }: ProviderEnv): Use[] => [
  ...Object.entries(GMO_SHOPS).map(([site, shop]) => ({ name: `gmo ${contractIds.gmo(shop)}` as const, site })),
  ...Object.entries(SOFTBANK_SHOPS).map(([site, shop]) => ({
    name: `softbank ${contractIds.softbank(shop)}` as const,
    site,
  })),
];

const sitesOf = (uses: readonly Use[], name: ContractName): SiteCode[] => [
  ...new Set(uses.filter((use) => use.name === name).map(({ site }) => site)),
];

/** `refused`: sites whose file names a contract that is not theirs, and why. `claims`: contracts that get their owner by this. */
type Judged = { refused: Map<SiteCode, string>; claims: Use[] };

/**
 * Which files of `SECRETS_DIR` may use the contracts that they name. A contract belongs to the sites that `CONTRACT_SITES` lists,
 * else to those that the environment names, else to the site that used it first. Whichever file came first by name or time proves
 * nothing, so of two new files with one contract both are refused.
 */
export const judgeContracts = (env: ProviderEnv, files: readonly Use[], owners: Owners): Judged => {
  const named = usesOfEnv(env);
  const listed = new Map(Object.entries(env.CONTRACT_SITES ?? {}));
  const listedFor = (name: ContractName) => listed.get(name.slice(name.indexOf(' ') + 1));
  const problemOf = ({ name, site }: Use): string | null => {
    const [listed, inEnv, owner] = [listedFor(name), sitesOf(named, name), owners.get(name)];
    if (listed) return listed.includes(site) ? null : `${name} belongs to ${listed.join(', ')} (CONTRACT_SITES)`;
    if (inEnv.length > 0) return inEnv.includes(site) ? null : `${name} belongs to ${inEnv.join(', ')} (environment)`;
    if (owner !== undefined) return owner === site ? null : `${name} belongs to ${owner}, which used it first`;
    const others = sitesOf(files, name).filter((one) => one !== site);
    return others.length === 0 ? null : `${name} is also in the file of ${others.join(', ')}, and none used it before`;
  };
  const refused = new Map<SiteCode, string>();
  for (const use of files) {
    const problem = problemOf(use);
    if (problem !== null)
      refused.set(use.site, [...new Set([refused.get(use.site), problem])].filter(Boolean).join('; '));
  }
  const free = ({ name }: Use): boolean => !owners.has(name) && !listedFor(name);
  const ofEnv = named.filter(({ name, site }) => site !== 'default' && sitesOf(named, name).length === 1);
  const ofFiles = files.filter(({ name, site }) => !refused.has(site) && sitesOf(named, name).length === 0);
  return { refused, claims: [...ofEnv, ...ofFiles].filter(free) };
};

/** Owners of contracts as a database has them, at any schema version. */
export const readOwners = async (db: Db): Promise<Map<string, SiteCode>> => {
  const { rows: found } = await sql`select where to_regclass('contract_owners') is not null`.execute(db);
  if (found.length === 0) return new Map();
  const rows = await db.selectFrom('contract_owners').selectAll().execute();
  return new Map(rows.map(({ provider, contract, site }) => [`${provider} ${contract}`, site]));
};

/** Where owners of contracts are stored. */
export type OwnerStore = { read: () => Promise<Owners>; claim: (uses: readonly Use[]) => Promise<Owners> };

/** Owners in a database. `claim` stores those of contracts that have none: another process may have been faster. */
export const ownersIn = (db: Db): OwnerStore => ({
  read: () => readOwners(db),
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
    return readOwners(db);
  },
});
