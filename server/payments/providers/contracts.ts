import type { Log } from '#server/core/log.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { Attempt, ProviderData } from './adapter.ts';

/** By which a provider knows a contract. */
export type Contract = { account: string } | { id: string } | { merchant: string; service: string };

export const contractId = (contract: Contract): string => {
  if ('account' in contract) return contract.account;
  return 'id' in contract ? contract.id : `${contract.merchant}-${contract.service}`;
};

/** How a provider is called. */
export type CallOptions = {
  /** Time limit of one call, ms. */
  timeout: number;
  log: Log;
};

/** A contract, with earlier ones of its site, by which payments that began in them are polled and refunded. */
export type WithEarlier<C> = C & { earlier?: readonly C[] | undefined };

/** A provider's contracts by site, `default` for the others. Read at each use, since files of `SECRETS_DIR` change. */
export type Contracts<C> = Readonly<Record<string, WithEarlier<C>>>;

/** A contract and its earlier ones; none of a site without one. */
export const withItsEarlier = <C>(contract: WithEarlier<C> | undefined): C[] =>
  contract === undefined ? [] : [contract, ...(contract.earlier ?? [])];

export type Contracted = Pick<Attempt, 'data'>;

const shared = 'default';

/**
 * Finds the contract of an attempt. Its id is stored with the attempt, since a site may get or change its contract while people pay,
 * and another contract does not know the payment. Only contracts of the attempt's site and the shared one are searched: another site
 * may name the same account with its own keys. `unnamed`: whose contract attempts have that were begun before a release stored it.
 */
export const contractsOf = <C extends Contract>(all: Contracts<C>, unnamed: 'own' | 'default') => {
  const own = (site: SiteCode): WithEarlier<C> | undefined => all[site];
  const byName = (name: string, site: SiteCode): C | undefined => {
    if (name === shared) return all[shared];
    const known = [...withItsEarlier(own(site)), all[shared]];
    return known.find((one) => one !== undefined && contractId(one) === name);
  };
  const unnamedOf = (site: SiteCode): C | undefined =>
    unnamed === 'own' ? (own(site) ?? all[shared]) : (all[shared] ?? own(site));
  return {
    /** Data to store with a new attempt. Even the shared contract is stored by its id, so that it is found after it becomes the site's own. */
    dataFor: (site: SiteCode): ProviderData => {
      const contract = own(site) ?? all[shared];
      return { contract: contract === undefined ? shared : contractId(contract) };
    },
    /** Undefined when the site no longer has the contract; the outcome of the attempt is then unknown. */
    of: ({ data }: Contracted, site: SiteCode): C | undefined =>
      data?.contract === undefined ? unnamedOf(site) : byName(data.contract, site),
  };
};
