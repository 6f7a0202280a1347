import type { SiteCode } from '#src/domain/site.ts';
import type { SiteFault } from '#src/sites/files.ts';
import type { Site } from '#src/sites/read-site.ts';
import { type Listed, type Owners, ownerProblem, type Use } from './owners.ts';

export type HostOptions = {
  /** Sites that the server sells; null: all that have a folder. */
  only: readonly SiteCode[] | null;
  /** The host of PUBLIC_URL. */
  shopHost?: string | undefined;
  /** Sites of hosts as the operator names them. */
  hostSites?: Readonly<Record<string, SiteCode>> | undefined;
};

type HostUse = Use & { host: string };
type Bound = {
  sites: ReadonlyMap<string, SiteCode>;
  /** Uses of hosts that their sites do not get, with the reason. */
  refused: ReadonlyMap<HostUse, string>;
  claims: readonly Use[];
};

const prefix = 'host ';
const useOf = (host: string, site: SiteCode): HostUse => ({ host, site, name: `${prefix}${host}` });

/** The host of the shop with and without `www.`: visitors take both for the shop. */
const shopHostsOf = (host: string | undefined): string[] => {
  const bare = host?.replace(/\.$/, '').replace(/^www\./, '');
  return bare === undefined ? [] : [bare, `www.${bare}`];
};

/**
 * Which host leads to which site. A host belongs to the site that `HOST_SITES` names, else to the one that used it first, even
 * while that site has no folder. At the hosts of the whole shop every site has its address, so a site gets them only where it is
 * sold alone. `found`: the last valid versions of the sites that the server sells.
 */
export const bindHosts = (
  found: ReadonlyMap<SiteCode, Site | null>,
  { only, shopHost, hostSites = {} }: HostOptions,
  owners: Owners | null,
): Bound => {
  const listed = new Map(Object.entries(hostSites));
  const shopHosts = only?.length === 1 ? [] : shopHostsOf(shopHost);
  const stored = [...(owners ?? [])].filter(([name]) => name.startsWith(prefix));
  const known = [...listed, ...stored.map(([name, site]) => [name.slice(prefix.length), site] as const)];
  const hasNoFolder = (site: SiteCode) => (only === null || only.includes(site)) && !found.get(site);
  const isEntitled = (host: string, site: SiteCode) => !shopHosts.includes(host) && (listed.get(host) ?? site) === site;
  /* A site without a folder names no hosts, but still uses those that it had: no other site may get them. */
  const reserved = known.filter(([host, site]) => hasNoFolder(site) && isEntitled(host, site));
  const uses = [
    ...reserved.map(([host, site]) => useOf(host, site)),
    ...[...found].flatMap(([code, site]) => [...new Set(site?.hosts)].map((host) => useOf(host, code))),
  ];
  const listedFor = (host: string): Listed => {
    const site = listed.get(host);
    return site === undefined ? undefined : { setting: 'HOST_SITES', sites: [site] };
  };
  const refused = new Map<HostUse, string>();
  for (const use of uses) {
    const problem = shopHosts.includes(use.host)
      ? `${use.name} is of all sites (PUBLIC_URL)`
      : ownerProblem(use, listedFor(use.host), owners, uses);
    if (problem !== null) refused.set(use, problem);
  }
  const allowed = uses.filter((use) => !refused.has(use));
  const isFree = ({ name, host }: HostUse) => owners !== null && !owners.has(name) && !listed.has(host);
  const isBound = ({ name, host }: HostUse) => listed.has(host) || owners?.has(name) === true;
  return {
    sites: new Map(allowed.filter(isBound).map(({ host, site }) => [host, site])),
    refused,
    claims: allowed.filter(isFree),
  };
};

/** Hosts that sites name but do not own, as faults of their folders. The sites are served nevertheless. */
export const hostFaults = ({ refused }: Bound): { code: SiteCode; fault: SiteFault }[] =>
  [...refused].map(([{ site: code }, problem]) => ({
    code,
    fault: { file: 'site.json', field: 'hosts', problem, isSold: true },
  }));
