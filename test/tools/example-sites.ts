import { pngOf } from '#server/shared/drawings/png.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import type { SiteCode, SiteSettings } from '#src/domain/site.ts';
import { exampleFolder, readSiteFolder } from '#src/sites/folder.ts';
import type { Operation } from '#src/sites/operation.ts';
import { faultLine, type Site } from '#src/sites/read-site.ts';

/**
 * The sites of the demo, which have an invented catalogue and are in the gallery, in the order of docs/product.md#site-codes; the
 * first is the default one. Further folders in `src/sites` need no row here.
 */
export const siteCodes = [
  'borderless',
  'lab-exhibition',
  'mori',
  'mifuneyama',
  'kairakuen',
  'artizon',
  'softbank',
  'nishinippon',
  'nishinippon-chuguji',
  'nishinippon-exhibition01',
  'nishinippon-exhibition02',
  'nishinippon-exhibition03',
  'nishinippon-event01',
  'mobile-carrier',
] as const;

const read = new Map<SiteCode, Site>();

/** A site of the repository. Throws with the faults of its folder. */
export const siteOf = (code: SiteCode): Site => {
  const known = read.get(code);
  if (known) return known;
  const { site, faults } = readSiteFolder(exampleFolder, code);
  if (!site) throw new Error(faults.map((fault) => faultLine(code, fault)).join('\n'));
  read.set(code, site);
  return site;
};

export const settingsOf = (code: SiteCode): SiteSettings => siteOf(code).settings;

/** Parts of a site that a server's copy has otherwise. */
type Changes = {
  origins?: readonly string[];
  settings?: Partial<SiteSettings>;
  operator?: Partial<Operation['configurations']>;
  limits?: Partial<Omit<Operation, 'configurations'>>;
};

/** A server's sites: those of the demo, or some of them, with changes. */
export const exampleSites = (
  codes: readonly SiteCode[] = siteCodes,
  changes: Readonly<Record<SiteCode, Changes>> = {},
): Sites => {
  const find = (code: SiteCode): Site | null => {
    if (!siteCodes.some((one) => one === code)) return null;
    const site = siteOf(code);
    const { settings, operator, limits, ...rest } = changes[code] ?? {};
    const configurations = { ...site.operation.configurations, ...operator };
    return {
      ...site,
      ...rest,
      settings: { ...site.settings, ...settings },
      operation: { ...site.operation, ...limits, configurations },
    };
  };
  return {
    refresh: () => undefined,
    judgeHosts: () => undefined,
    claimHosts: async () => undefined,
    home: siteCodes[0],
    find,
    folders: () => siteCodes,
    [Symbol.iterator]: () => codes[Symbol.iterator](),
    has: (code) => codes.includes(code),
    isServed: (code) => codes.includes(code),
    settingsOf: (code) => find(code)?.settings ?? settingsOf(code),
    operationOf: (code) => (find(code) ?? siteOf(code)).operation,
    placeOf: (code, lang) => find(code)?.settings.exhibition.place[lang] ?? null,
    isClosed: () => false,
    ofHost: (host) => codes.find((code) => find(code)?.hosts.includes(host)) ?? null,
    hostOf: (code) => find(code)?.hosts[0] ?? null,
    pictureAt: (path) =>
      siteCodes.map((code) => siteOf(code).pictures.get(path)).find((one) => one !== undefined) ?? null,
    logoPng: async (code, address) => {
      const logo = siteOf(code).pictures.get(address);
      return logo ? pngOf(new TextDecoder().decode(logo.bytes), 3) : null;
    },
    faults: () => [],
  };
};
