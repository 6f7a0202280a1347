import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '#server/core/log.ts';
import type { Drawings, Logo } from '#server/drawings/drawings.ts';
import type { SiteCode } from '#src/domain/site.ts';
import type { SiteFault } from '#src/sites/files.ts';
import { readSiteFolder, siteFolders } from '#src/sites/folder.ts';
import { faultLine } from '#src/sites/read-site.ts';
import { type Picture, siteFiles } from '#src/sites/site-pictures.ts';
import { neutralSite } from './neutral.ts';
import type { Site, Sites } from './sites.ts';

/** Time and size of a file, which differ after every change; '' if there is none that can be read. */
const stampOf = (path: string): string => {
  try {
    const stats = statSync(path, { bigint: true });
    return `${stats.mtimeNs} ${stats.ctimeNs} ${stats.size} ${stats.ino}`;
  } catch {
    return '';
  }
};

/** A folder as it was last read. */
type Entry = {
  stamp: string;
  /** The last valid version. */
  site: Site | null;
  /** Its pictures and those of earlier versions, which open pages still show. */
  pictures: ReadonlyMap<string, Picture>;
  faults: readonly SiteFault[];
  isThere: boolean;
};

export type SiteOptions = {
  /** Folders of sites; a site of a later one replaces that of an earlier one. */
  folders: readonly string[];
  /** Sites that the server sells; null: all that have a folder. */
  only: readonly SiteCode[] | null;
  home: SiteCode;
  /** The host of PUBLIC_URL. */
  shopHost?: string | undefined;
  /** Sites that must not be sold, such as one whose file of secrets is refused. */
  isRefused?: (code: SiteCode) => boolean;
  /** Draws logos for mails; without it there are only those that are PNG. */
  drawings?: Drawings;
  log: Log;
};

/** The logos of a site that are drawings. */
const drawnLogos = ({ settings, pictures }: Site): Logo[] =>
  (['white', 'black'] as const).flatMap((ink) => {
    const address = settings.logo.header[ink];
    const picture = pictures.get(address);
    return picture?.type === 'image/svg+xml' ? [{ file: `header-${ink}.svg`, address, svg: picture.bytes }] : [];
  });

/** Most pictures of earlier versions of a site that are served on. */
const mostPictures = 40;

const withEarlier = (site: Site | null, before: ReadonlyMap<string, Picture> | undefined): Map<string, Picture> =>
  new Map([...(before ?? []), ...(site?.pictures ?? [])].slice(-mostPictures));

/**
 * Lists where each site's folder is; null while the folder of sites cannot be listed, such as a volume that is away. That is
 * logged once, and removes nothing.
 */
const createListing = (folders: readonly string[], log: Log) => {
  const listed = new Map<string, readonly string[]>();
  const away = new Set<string>();
  const listOne = (folder: string): void => {
    try {
      if (!existsSync(folder)) throw new Error(`${folder}: there is no such folder`);
      listed.set(folder, siteFolders(folder));
      away.delete(folder);
    } catch (thrown) {
      if (!away.has(folder))
        log('error', 'sites_unreadable', { because: thrown instanceof Error ? thrown.message : String(thrown) });
      away.add(folder);
    }
  };
  return (): ReadonlyMap<string, string | null> => {
    for (const folder of folders) listOne(folder);
    return new Map(
      folders.flatMap((folder) =>
        (listed.get(folder) ?? []).map((code) => [code, away.has(folder) ? null : folder] as const),
      ),
    );
  };
};

type Bound = { owners: ReadonlyMap<string, SiteCode>; clashes: readonly { code: SiteCode; fault: SiteFault }[] };

/**
 * Two sites cannot have one host: the one that has it keeps it; at the start that is the first by code. At the host of the whole
 * shop every site has its address, so it is bound to the default or the only site, if any.
 */
const hostsOf = (
  entries: readonly (readonly [SiteCode, Entry])[],
  { home, only, shopHost }: Pick<SiteOptions, 'home' | 'only' | 'shopHost'>,
  before: Bound['owners'],
): Bound => {
  const sites = new Map(entries.map(([code, { site }]) => [code, site]));
  const owners = new Map([...before].filter(([host, code]) => sites.get(code)?.hosts.includes(host)));
  const mayHave = (code: SiteCode, host: string) => host !== shopHost || code === home || only?.length === 1;
  const clashes = [...sites]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([code, site]) =>
      (site?.hosts ?? []).flatMap((host) => {
        const owner = owners.get(host) ?? code;
        const isFree = owner === code && mayHave(code, host);
        if (isFree) owners.set(host, code);
        const whose = mayHave(code, host) ? `a host of ${owner} already` : 'the host of all sites (PUBLIC_URL)';
        const fault = { file: 'site.json', field: 'hosts', problem: `${host} is ${whose}; another one` };
        return isFree ? [] : [{ code, fault }];
      }),
    );
  return { owners, clashes };
};

/**
 * Reads the sites of a server. Folders are read again by `refresh`: a valid change is taken, an invalid or half-written one keeps
 * the last valid version and is logged.
 */
export const openSites = (options: SiteOptions): Sites => {
  const { folders, only, home, log, drawings } = options;
  const entries = new Map<SiteCode, Entry>();
  const isOurs = (code: SiteCode): boolean => only === null || only.includes(code);
  const ours = () => [...entries].filter(([code]) => isOurs(code));
  let bound: Bound = { owners: new Map(), clashes: [] };
  const list = createListing(folders, log);

  const readAgain = (code: SiteCode, folder: string): void => {
    const stamp = [folder, ...siteFiles.map((file) => stampOf(join(folder, code, file)))].join('\n');
    const before = entries.get(code);
    if (before?.stamp === stamp && before.isThere) return;
    const { site, faults = [] } = readSiteFolder(folder, code);
    const pictures = withEarlier(site ?? null, before?.pictures);
    entries.set(code, { stamp, site: site ?? before?.site ?? null, pictures, faults, isThere: true });
    if (!isOurs(code)) return;
    if (site) drawings?.replace(code, drawnLogos(site));
    if (faults.length > 0) {
      const because = faults.map((fault) => faultLine(code, fault)).join('; ');
      log('error', 'site_invalid', {
        site: code,
        because,
        in_use: before?.site ? 'the last valid version' : 'nothing',
      });
    } else if (before) log('info', 'site_changed', { site: code });
  };

  const refresh = (): void => {
    const places = list();
    for (const [code, folder] of places) if (folder !== null) readAgain(code, folder);
    for (const [code, entry] of entries)
      if (entry.isThere && !places.has(code)) {
        entries.set(code, { ...entry, isThere: false, faults: [] });
        if (isOurs(code)) log('warn', 'site_removed', { site: code });
      }
    const known = new Set(bound.clashes.map(({ code, fault }) => faultLine(code, fault)));
    bound = hostsOf(ours(), options, bound.owners);
    for (const { code, fault } of bound.clashes) {
      const because = faultLine(code, fault);
      if (!known.has(because)) log('error', 'site_invalid', { site: code, because, in_use: 'its other settings' });
    }
  };
  refresh();

  const codes = (): readonly SiteCode[] => {
    if (only) return only;
    const all = [...entries].flatMap(([code, { site }]) => (site ? [code] : [])).sort();
    return all.includes(home) ? [home, ...all.filter((code) => code !== home)] : all;
  };
  const find = (code: SiteCode): Site | null => entries.get(code)?.site ?? null;
  /* A name with a dot at its end is the same host. */
  const ownerOf = (host: string): SiteCode | null => bound.owners.get(host.replace(/\.$/, '')) ?? null;

  return {
    refresh,
    home,
    find,
    folders: () => [...entries.keys()],
    [Symbol.iterator]: () => codes()[Symbol.iterator](),
    has: (code) => codes().includes(code),
    isServed: isOurs,
    settingsOf: (code) => find(code)?.settings ?? neutralSite(code).settings,
    operationOf: (code) => find(code)?.operation ?? neutralSite(code).operation,
    placeOf: (code, lang) => find(code)?.settings.exhibition.place[lang] ?? null,
    isClosed: (code) => !entries.get(code)?.isThere || find(code) === null || options.isRefused?.(code) === true,
    ofHost: ownerOf,
    isAloneAt: (host) => ownerOf(host) !== null && (host.replace(/\.$/, '') !== options.shopHost || only?.length === 1),
    pictureAt: (path) => {
      const [, code = ''] = /^\/sites\/([a-z0-9-]+)\//.exec(path) ?? [];
      return codes().includes(code) ? (entries.get(code)?.pictures.get(path) ?? null) : null;
    },
    logoPng: async (code, address) => {
      const picture = entries.get(code)?.pictures.get(address);
      return picture?.type === 'image/png' ? picture.bytes : (drawings?.pngOf(code, address) ?? null);
    },
    faults: () => [
      ...ours().flatMap(([code, { faults }]) => faults.map((fault) => ({ code, fault }))),
      ...bound.clashes,
      ...(drawings?.faults() ?? []),
    ],
  };
};
