import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { stampOf } from '#server/core/file-stamp.ts';
import type { Log } from '#server/core/log.ts';
import type { Drawable, Drawings } from '#server/shared/drawings/drawings.ts';
import { inEachLang, type Lang } from '#src/domain/lang.ts';
import type { SiteCode, SiteSettings } from '#src/domain/site.ts';
import type { SiteFault } from '#src/sites/files.ts';
import { readSiteFolder, siteFolders } from '#src/sites/folder.ts';
import { type Operation, operationFrom } from '#src/sites/operation.ts';
import { faultLine, type Site } from '#src/sites/read-site.ts';
import { SiteFileSchema, settingsFrom } from '#src/sites/schema.ts';
import { type Picture, siteFiles } from '#src/sites/site-pictures.ts';
import { bindHosts, type HostOptions, hostFaults } from './hosts.ts';
import { claimOwners, type OwnerStore, type Owners } from './owners.ts';

const inAll = (text: string) => inEachLang(() => text);
const logo = { header: { width: 30, height: 30 }, print: { height: 60 }, onPc: false, onSp: false };
const noPicture = { white: 'data:,', black: 'data:,', print: 'data:,' };

/** For the tickets of a site whose folder was missing or faulty when the server started: nothing but its code is known. */
const neutralSite = (code: SiteCode): Pick<Site, 'settings' | 'operation'> => {
  const unknown = inAll('–');
  const exhibition = { name: inAll(code), place: unknown, openingHours: unknown, picture: unknown };
  const operator = { name: code, mail: 'unknown@site.invalid', phone: '00000' };
  const file = v.parse(SiteFileSchema, { title: inAll(code), exhibition, operator, logo });
  const { configurations, ...limits } = operationFrom(file);
  return {
    settings: settingsFrom(code, file, noPicture),
    operation: { ...limits, configurations: { ...configurations, contact_mail: '', contact_phone: '' } },
  };
};

type Entry = {
  stamp: string;
  /** The last valid version. */
  site: Site | null;
  /** Its pictures and those of earlier versions, which open pages still show. */
  pictures: ReadonlyMap<string, Picture>;
  faults: readonly SiteFault[];
  isThere: boolean;
};

export type SiteOptions = HostOptions & {
  /** Folders of sites; a site of a later one replaces that of an earlier one. */
  folders: readonly string[];
  home: SiteCode;
  /** Sites that must not be sold, such as one whose contracts are refused. */
  isRefused?: (code: SiteCode) => boolean;
  /** Draws logos for mails; without it there are only those that are PNG. */
  drawings?: Drawings;
  log: Log;
};

/** The pictures of a site of which mails and previews need pixels. */
const drawnPictures = ({ settings, preview, pictures }: Site): Drawable[] => {
  const logos = (['white', 'black'] as const).flatMap((ink) => {
    const address = settings.logo.header[ink];
    const picture = pictures.get(address);
    return picture?.type === 'image/svg+xml' ? [{ file: `header-${ink}.svg`, address, svg: picture.bytes }] : [];
  });
  return preview?.drawing ? [...logos, { ...preview, file: 'artwork.svg', svg: preview.drawing }] : logos;
};

/** Most pictures of earlier versions of a site that are served on. */
const maxPictures = 40;

const withEarlier = (site: Site | null, before: ReadonlyMap<string, Picture> | undefined): Map<string, Picture> =>
  new Map([...(before ?? []), ...(site?.pictures ?? [])].slice(-maxPictures));

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

/**
 * Reads the sites of a server. Folders are read again by `refresh`: a valid change is taken, an invalid or half-written one keeps
 * the last valid version and is logged.
 */
export const openSites = (options: SiteOptions) => {
  const { folders, only, home, log, drawings } = options;
  const entries = new Map<SiteCode, Entry>();
  const isOurs = (code: SiteCode): boolean => only === null || only.includes(code);
  const ours = () => [...entries].filter(([code]) => isOurs(code));
  let owners: Owners | null = null;
  const bindBy = (by: Owners | null) => bindHosts(new Map(ours().map(([code, { site }]) => [code, site])), options, by);
  let bound = bindBy(null);
  const list = createListing(folders, log);

  const readAgain = (code: SiteCode, folder: string): void => {
    const stamp = [folder, ...siteFiles.map((file) => stampOf(join(folder, code, file)))].join('\n');
    const before = entries.get(code);
    if (before?.stamp === stamp && before.isThere) return;
    const { site, faults = [] } = readSiteFolder(folder, code);
    const pictures = withEarlier(site ?? null, before?.pictures);
    entries.set(code, { stamp, site: site ?? before?.site ?? null, pictures, faults, isThere: true });
    if (!isOurs(code)) return;
    if (site) drawings?.replace(code, drawnPictures(site));
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
    bound = bindBy(owners);
  };
  /** Faults of hosts that were logged and last. */
  let reported: ReadonlySet<string> = new Set();
  const judgeHosts = (by: Owners | null): void => {
    owners = by;
    bound = bindBy(by);
    const lines = hostFaults(bound).map(({ code, fault }) => ({ code, because: faultLine(code, fault) }));
    for (const { code, because } of lines)
      if (!reported.has(because)) log('error', 'site_invalid', { site: code, because, in_use: 'its other settings' });
    reported = new Set(lines.map(({ because }) => because));
  };
  refresh();

  const codes = (): readonly SiteCode[] => {
    if (only) return only;
    const all = [...entries].flatMap(([code, { site }]) => (site ? [code] : [])).sort();
    return all.includes(home) ? [home, ...all.filter((code) => code !== home)] : all;
  };
  const find = (code: SiteCode): Site | null => entries.get(code)?.site ?? null;
  /* A name with a dot at its end is the same host. */
  const ownerOf = (host: string): SiteCode | null => bound.sites.get(host.replace(/\.$/, '')) ?? null;

  return {
    /** Reads changed folders again. A host without an owner leads to no site until it is claimed. */
    refresh,
    /** Binds hosts by these owners; null while they are not known. */
    judgeHosts,
    /** Stores the owners of new hosts, and binds them. Throws when the owners cannot be read; bound hosts stay. */
    claimHosts: async (store: OwnerStore) => judgeHosts(await claimOwners(store, owners ?? new Map(), bindBy)),
    /** The site of an address without a site code. */
    home,
    /** The last valid version; null for a site that has had none since the start. */
    find,
    /** Every site that has a folder, on sale here or not. */
    folders: (): readonly SiteCode[] => [...entries.keys()],
    /** The codes of its sites in the order of `SITES`. */
    [Symbol.iterator]: () => codes()[Symbol.iterator](),
    /** Whether the server has this site, even after its folder was removed. */
    has: (code: SiteCode) => codes().includes(code),
    /** Whether its pages and calls are answered if it has a catalogue: it was sold here, so its tickets must open. */
    isServed: isOurs,
    /** Settings of the last valid version; the defaults for a site that has had none since the start. */
    settingsOf: (code: SiteCode): SiteSettings => find(code)?.settings ?? neutralSite(code).settings,
    /** The same for its operator's facts and limits. */
    operationOf: (code: SiteCode): Operation => find(code)?.operation ?? neutralSite(code).operation,
    /** Where visitors find it; null for a site that has had no valid version since the start. */
    placeOf: (code: SiteCode, lang: Lang) => find(code)?.settings.exhibition.place[lang] ?? null,
    /** Its folder was removed or has been faulty since the start, or its secrets are refused: it sells nothing, its tickets still open. */
    isClosed: (code: SiteCode) =>
      !entries.get(code)?.isThere || find(code) === null || options.isRefused?.(code) === true,
    /** The site that a host name is bound to, which no other site has pages at; null for hosts that serve every site. */
    ofHost: ownerOf,
    /** The host for links to a site: the first one that it names and has; null without one. */
    hostOf: (code: SiteCode) => find(code)?.hosts.find((host) => ownerOf(host) === code) ?? null,
    /** The picture served at an address; null if there is none. */
    pictureAt: (path: string): Picture | null => {
      const [, code = ''] = /^\/sites\/([a-z0-9-]+)\//.exec(path) ?? [];
      if (!codes().includes(code)) return null;
      const drawn = path === find(code)?.preview?.address ? drawings?.pngOf(code, path) : null;
      return entries.get(code)?.pictures.get(path) ?? (drawn ? { type: 'image/png', bytes: drawn } : null);
    },
    /** The logo of a site at an address as PNG, for mails; null if there is none or it cannot be drawn. */
    logoPng: async (code: SiteCode, address: string): Promise<Uint8Array | null> => {
      const picture = entries.get(code)?.pictures.get(address);
      return picture?.type === 'image/png' ? picture.bytes : (drawings?.pngOf(code, address) ?? null);
    },
    /** Faults in folders of this server's sites; the last valid versions are in use. */
    faults: (): readonly { code: SiteCode; fault: SiteFault }[] => [
      ...ours().flatMap(([code, { faults }]) => faults.map((fault) => ({ code, fault }))),
      ...hostFaults(bound),
      ...(drawings?.faults() ?? []),
    ],
  };
};
