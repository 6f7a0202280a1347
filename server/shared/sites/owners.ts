import { hasTable } from '#server/db/migrate.ts';
import type { Db } from '#server/db/open.ts';
import type { SiteCode } from '#src/domain/site.ts';

/** The site that was the first to use each name, such as `gmo tshop00000001` or `host tickets.museum.example`. */
export type Owners = ReadonlyMap<string, SiteCode>;

export type Use = { name: string; site: SiteCode };

/** Where owners are stored. `claim` makes sites the owners of names that have none: another process may have been faster. */
export type OwnerStore = { read: () => Promise<Owners>; claim: (uses: readonly Use[]) => Promise<Owners> };

/** The operator's setting that names the sites of a name. */
export type Listed = { setting: string; sites: readonly SiteCode[] } | undefined;

/** Most names of a kind, hosts or contracts of a provider, that a site owns without the operator: they are stored for good. */
const maxOwned = 50;

/** Whether a site owns as many names of this kind as it may, those that it uses before this one included. */
const hasEnough = ({ name, site }: Use, owners: Owners, uses: readonly Use[]): boolean => {
  const kind = name.slice(0, name.indexOf(' ') + 1);
  const isSame = (one: string, by: SiteCode) => by === site && one.startsWith(kind);
  const owned = [...owners].filter(([one, by]) => isSame(one, by)).length;
  const free = uses.filter((use) => isSame(use.name, use.site) && !owners.has(use.name));
  const place = [...new Set(free.map((use) => use.name))].indexOf(name);
  /* -1: an earlier contract is not among the uses, since it gets no owner. */
  return place !== -1 && owned + place >= maxOwned;
};

/**
 * Why a site may not use a name; null if it may. The name belongs to the sites that the operator lists, else to the one that used
 * it first, up to `maxOwned`. Which file comes first by name or time proves nothing, so of two new users both are refused. Without
 * owners (null) only the list is known.
 */
export const ownerProblem = (use: Use, listed: Listed, owners: Owners | null, uses: readonly Use[]): string | null => {
  const { name, site } = use;
  if (listed)
    return listed.sites.includes(site) ? null : `${name} belongs to ${listed.sites.join(', ')} (${listed.setting})`;
  const owner = owners?.get(name);
  if (owner !== undefined) return owner === site ? null : `${name} belongs to ${owner}, which used it first`;
  if (owners === null) return null;
  const others = new Set(uses.filter((one) => one.name === name && one.site !== site).map((one) => one.site));
  if (others.size > 0) return `${name} is also in the file of ${[...others].join(', ')}, and none used it before`;
  return hasEnough(use, owners, uses) ? `${name} is one more than ${maxOwned}, so only the operator can list it` : null;
};

/** The verdict of a rule by some owners: reasons of refusals, and names that get their owner by this. */
export type Judged = { refused: { size: number }; claims: readonly Use[] };

/** Claims names without an owner. The database is queried only for new or refused names, since owners never change. */
export const claimOwners = async (
  store: OwnerStore,
  known: Owners,
  judge: (owners: Owners) => Judged,
): Promise<Owners> => {
  const { claims, refused } = judge(known);
  const owners = claims.length + refused.size > 0 ? await store.read() : known;
  const free = judge(owners).claims;
  return free.length > 0 ? store.claim(free) : owners;
};

/** Owners of contracts and hosts as a database has them; null before the schema has their table. */
export const readOwners = async (db: Db): Promise<Owners | null> => {
  if (!(await hasTable(db, 'contract_owners'))) return null;
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
