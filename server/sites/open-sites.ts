import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '#server/core/log.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { readSiteFolder, siteFolders } from '#src/sites/folder.ts';
import { pictureNames } from '#src/sites/pictures.ts';
import { faultLine, type SiteFault } from '#src/sites/read-site.ts';
import { neutralSite } from './neutral.ts';
import type { Site, Sites } from './sites.ts';

const files = ['site.json', 'skin.json', ...pictureNames.map((name) => `${name}.svg`)];

/** Time and size of a file, which differ after every change; '' if it is missing. */
const stampOf = (path: string): string => {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats ? `${stats.mtimeNs} ${stats.ctimeNs} ${stats.size} ${stats.ino}` : '';
};

/** A folder as it was last read. */
type Entry = {
  stamp: string;
  /** The last valid version. */
  site: Site | null;
  faults: readonly SiteFault[];
  isThere: boolean;
};

export type SiteOptions = {
  /** Folders of sites; a site of a later one replaces that of an earlier one. */
  folders: readonly string[];
  /** Sites that the server sells; null: all that have a folder. */
  only: readonly SiteCode[] | null;
  home: SiteCode;
  log: Log;
};

/** Where each site's folder is. A folder that cannot be listed now, such as a volume that is away, removes nothing. */
const foldersOf = (folders: readonly string[], log: Log): ReadonlyMap<string, string> | null => {
  try {
    return new Map(folders.flatMap((folder) => siteFolders(folder).map((code) => [code, folder] as const)));
  } catch (thrown) {
    log('error', 'sites_unreadable', { because: thrown instanceof Error ? thrown.message : String(thrown) });
    return null;
  }
};

/** Two sites cannot have one host: the first by code keeps it. */
const hostsOf = (entries: readonly (readonly [SiteCode, Entry])[]) => {
  const owners = new Map<string, SiteCode>();
  const clashes: { code: SiteCode; fault: SiteFault }[] = [];
  for (const [code, { site }] of [...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
    for (const host of site?.hosts ?? []) {
      const owner = owners.get(host);
      if (owner === undefined) owners.set(host, code);
      else {
        const problem = `${host} is a host of ${owner} already; another one`;
        clashes.push({ code, fault: { file: 'site.json', field: 'hosts', problem } });
      }
    }
  return { owners, clashes };
};

/**
 * Reads the sites of a server. Folders are read again by `refresh`: a valid change is taken, an invalid or half-written one keeps
 * the last valid version and is logged.
 */
export const openSites = ({ folders, only, home, log }: SiteOptions): Sites => {
  const entries = new Map<SiteCode, Entry>();
  const isOurs = (code: SiteCode): boolean => only === null || only.includes(code);
  const ours = () => [...entries].filter(([code]) => isOurs(code));
  let bound = hostsOf(ours());

  const readAgain = (code: SiteCode, folder: string): void => {
    const stamp = [folder, ...files.map((file) => stampOf(join(folder, code, file)))].join('\n');
    const before = entries.get(code);
    if (before?.stamp === stamp && before.isThere) return;
    const { site, faults = [] } = readSiteFolder(folder, code);
    entries.set(code, { stamp, site: site ?? before?.site ?? null, faults, isThere: true });
    if (!isOurs(code)) return;
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
    const places = foldersOf(folders, log);
    if (!places) return;
    for (const [code, folder] of places) readAgain(code, folder);
    for (const [code, entry] of entries)
      if (entry.isThere && !places.has(code)) {
        entries.set(code, { ...entry, isThere: false, faults: [] });
        if (isOurs(code)) log('warn', 'site_removed', { site: code });
      }
    const clashes = bound.clashes.length;
    bound = hostsOf(ours());
    if (bound.clashes.length > clashes)
      for (const { code, fault } of bound.clashes)
        log('error', 'site_invalid', { site: code, because: faultLine(code, fault), in_use: 'its other settings' });
  };
  refresh();

  const codes = (): readonly SiteCode[] => {
    if (only) return only;
    const all = [...entries].flatMap(([code, { site }]) => (site ? [code] : [])).sort();
    return all.includes(home) ? [home, ...all.filter((code) => code !== home)] : all;
  };
  const find = (code: SiteCode): Site | null => entries.get(code)?.site ?? null;

  return {
    refresh,
    home,
    find,
    folders: () => [...entries.keys()],
    [Symbol.iterator]: () => codes()[Symbol.iterator](),
    has: (code) => codes().includes(code),
    settingsOf: (code) => find(code)?.settings ?? neutralSite(code).settings,
    operationOf: (code) => find(code)?.operation ?? neutralSite(code).operation,
    isClosed: (code) => !entries.get(code)?.isThere,
    ofHost: (host) => bound.owners.get(host) ?? null,
    logoAt: (path) => {
      const [, code = ''] = /^\/sites\/([a-z0-9-]+)\//.exec(path) ?? [];
      return codes().includes(code) ? (find(code)?.logos.get(path) ?? null) : null;
    },
    faults: () => [
      ...ours().flatMap(([code, { faults }]) => faults.map((fault) => ({ code, fault }))),
      ...bound.clashes,
    ],
  };
};
