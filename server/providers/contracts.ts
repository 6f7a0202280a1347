import type { SiteCode } from '#src/domain/site.ts';
import type { Attempt, ProviderData } from './adapter.ts';

/** A provider's contracts by site, `default` for the others. Read at each use, since files of `SECRETS_DIR` change. */
export type Contracts<C> = Readonly<Record<string, C>>;

/** What the choice of a contract needs of an attempt. */
export type Contracted = Pick<Attempt, 'data'>;

const shared = 'default';

/**
 * Which contract an attempt belongs to. It is stored with the attempt, since a site may get or change its contract while people
 * pay: another contract does not know the payment, which would look as if it had never been made.
 */
export const contractsOf = <C>(
  all: Contracts<C>,
  { idOf, unnamed }: { idOf: (contract: C) => string; unnamed: 'own' | 'default' },
) => {
  const own = (site: SiteCode): C | undefined => all[site];
  const byName = (name: string): C | undefined =>
    name === shared ? all[shared] : Object.values(all).find((contract) => idOf(contract) === name);
  /** Attempts of releases that did not store it. */
  const older = (site: SiteCode): C | undefined =>
    unnamed === 'own' ? (own(site) ?? all[shared]) : (all[shared] ?? own(site));
  return {
    /** What is stored with a new attempt. */
    dataFor: (site: SiteCode): ProviderData => {
      const contract = own(site);
      return { contract: contract === undefined ? shared : idOf(contract) };
    },
    /** Undefined when the contract is no longer known: then nothing can be said about the attempt. */
    of: ({ data }: Contracted, site: SiteCode): C | undefined =>
      data?.contract === undefined ? older(site) : byName(data.contract),
  };
};
