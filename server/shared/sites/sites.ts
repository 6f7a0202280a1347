import { type RawBuilder, sql } from 'kysely';
import type { Lang } from '#src/domain/lang.ts';
import type { SiteCode, SiteSettings } from '#src/domain/site.ts';
import type { SiteFault } from '#src/sites/files.ts';
import type { Operation } from '#src/sites/operation.ts';
import type { Site as SiteOfFolder } from '#src/sites/read-site.ts';
import type { Picture } from '#src/sites/site-pictures.ts';
import type { OwnerStore, Owners } from './owners.ts';

/** SQL of a whole number that sites may set, for a row of the site in `column`; `usual` for sites that set none. */
export const bySite = (
  sites: Sites,
  column: RawBuilder<unknown>,
  usual: number,
  pick: (operation: Operation) => number | undefined,
): RawBuilder<number> => {
  const own = sites.folders().flatMap((code) => {
    const value = pick(sites.operationOf(code));
    return value === undefined ? [] : [sql` when ${code} then ${value}::int`];
  });
  return own.length === 0 ? sql`${usual}::int` : sql`(case ${column}${sql.join(own, sql``)} else ${usual}::int end)`;
};

export type Site = SiteOfFolder;

/**
 * The sites that this server sells, as their folders describe them now; iterates over their codes in the order of `SITES`
 * (docs/architecture.md#sites).
 */
export type Sites = Iterable<SiteCode> & {
  /** Whether the server has this site, even after its folder was removed. */
  has: (code: SiteCode) => boolean;
  /** Whether its pages and calls are answered if it has a catalogue: it was sold here, so its tickets must open. */
  isServed: (code: SiteCode) => boolean;
  /** Reads changed folders again. A host without an owner leads to no site until it is claimed. */
  refresh: () => void;
  /** Binds hosts by these owners; null while they are not known. */
  judgeHosts: (owners: Owners | null) => void;
  /** Stores the owners of new hosts, and binds them. Throws when the owners cannot be read; bound hosts stay. */
  claimHosts: (store: OwnerStore) => Promise<void>;
  /** Every site that has a folder, on sale here or not. */
  folders: () => readonly SiteCode[];
  /** The site of an address without a site code. */
  home: SiteCode;
  /** The last valid version; null for a site that has had none since the start. */
  find: (code: SiteCode) => Site | null;
  /** Settings of the last valid version; the defaults for a site that has had none since the start. */
  settingsOf: (code: SiteCode) => SiteSettings;
  /** The same for its operator's facts and limits. */
  operationOf: (code: SiteCode) => Operation;
  /** Where visitors find it; null for a site that has had no valid version since the start. */
  placeOf: (code: SiteCode, lang: Lang) => string | null;
  /** Its folder was removed or has been faulty since the start, or its secrets are refused: it sells nothing, its tickets still open. */
  isClosed: (code: SiteCode) => boolean;
  /** The site that a host name is bound to, which no other site has pages at; null for hosts that serve every site. */
  ofHost: (host: string) => SiteCode | null;
  /** The host for links to a site: the first one that it names and has; null without one. */
  hostOf: (code: SiteCode) => string | null;
  /** The picture served at an address; null if there is none. */
  pictureAt: (path: string) => Picture | null;
  /** The logo of a site at an address as PNG, for mails; null if there is none or it cannot be drawn. */
  logoPng: (code: SiteCode, address: string) => Promise<Uint8Array | null>;
  /** Faults in folders of this server's sites; the last valid versions are in use. */
  faults: () => readonly { code: SiteCode; fault: SiteFault }[];
};
