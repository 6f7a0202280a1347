import { type Listed, type Owners, ownerProblem, type Use } from '#server/shared/sites/owners.ts';
import type { Method } from '#src/domain/payment.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { contractId } from './contracts.ts';
import type { ProviderEnv } from './env.ts';

export const providers = ['stripe', 'gmo', 'softbank'] as const;
export type Provider = (typeof providers)[number];

const ofProvider = {
  stripe: ['stripe', 'stripe_secure', 'alipay'],
  gmo: ['gmo', 'gmo_paypay'],
  softbank: ['softbank_credit', 'softbank_paypay', 'softbank_alipay'],
} as const satisfies Record<Provider, readonly Method[]>;

export const methodsOf = (provider: Provider): readonly Method[] => ofProvider[provider];

/** The provider of a method; undefined for the method `free`. */
export const providerOf = (method: Method) => providers.find((name) => methodsOf(name).includes(method));

/** A contract that a site's file names, `gmo tshop00000001`. With an earlier one nothing is sold. */
export type ContractUse = Use & { provider: Provider; isEarlier: boolean };

/** Contracts of the environment with the sites that it names for each, `default` for all. */
const usesOfEnv = ({ GMO_SHOPS = {}, SOFTBANK_SHOPS = {} }: ProviderEnv): Use[] => [
  ...Object.entries(GMO_SHOPS).map(([site, shop]) => ({ name: `gmo ${contractId(shop)}`, site })),
  ...Object.entries(SOFTBANK_SHOPS).map(([site, shop]) => ({ name: `softbank ${contractId(shop)}`, site })),
];

const sitesOf = (uses: readonly Use[], name: string): SiteCode[] => [
  ...new Set(uses.filter((use) => use.name === name).map(({ site }) => site)),
];

/** `refused`: contracts of files that are not their sites', and why. `claims`: contracts that get their owner by this. */
type Judged = { refused: ReadonlyMap<ContractUse, string>; claims: Use[] };

/**
 * Which contracts the files of `SECRETS_DIR` may use. A contract belongs to the sites that `CONTRACT_SITES` lists by its id, else to
 * those that the environment names, of which a single one becomes its owner, else to the site that sold with it first. An earlier
 * contract gets no owner, and does not stop another site from becoming it.
 */
export const judgeContracts = (env: ProviderEnv, files: readonly ContractUse[], owners: Owners | null): Judged => {
  const named = usesOfEnv(env);
  const listed = new Map(Object.entries(env.CONTRACT_SITES ?? {}));
  const listedFor = (name: string) => listed.get(name.split(' ')[1] ?? '');
  const listingOf = (name: string): Listed => {
    const [sites, inEnv] = [listedFor(name), sitesOf(named, name)];
    if (sites) return { setting: 'CONTRACT_SITES', sites };
    return inEnv.length > 0 ? { setting: 'environment', sites: inEnv } : undefined;
  };
  const selling = files.filter(({ isEarlier }) => !isEarlier);
  const refused = new Map<ContractUse, string>();
  for (const use of files) {
    const problem = ownerProblem(use, listingOf(use.name), owners, selling);
    if (problem !== null) refused.set(use, problem);
  }
  const isFree = ({ name }: Use): boolean => owners !== null && !owners.has(name) && !listedFor(name);
  const ofEnv = named.filter(({ name, site }) => site !== 'default' && sitesOf(named, name).length === 1);
  const ofFiles = selling.filter((use) => !refused.has(use) && sitesOf(named, use.name).length === 0);
  return { refused, claims: [...ofEnv, ...ofFiles].filter(isFree) };
};
