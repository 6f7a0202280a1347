import * as v from 'valibot';
import type { Lang } from '#src/domain/lang.ts';
import { type Environment, type SiteCode, SiteCodeSchema, siteCodes } from '#src/domain/site.ts';

/** Site of an address without a site code (docs/product.md#site-of-an-address). */
export const defaultSite: SiteCode = siteCodes[0];

/** The site of an address by its first segment, undefined for the default one; null when there is no such site. */
export const siteNamed = (segment: string | undefined): SiteCode | null => {
  if (segment === undefined) return defaultSite;
  return v.is(SiteCodeSchema, segment) ? segment : null;
};

/** The path prefix of a site; '' for the default one. */
export const prefixOf = (site: SiteCode): string => (site === defaultSite ? '' : `/${site}`);

/**
 * The address of a ticket. `base` is the site's origin and prefix. Ticket routes are below the tickets base outside development
 * (docs/product.md#ticket-base).
 */
export const ticketPage = (env: Environment, base: string, token: string, lang: Lang): string =>
  `${base}/${env === 'development' ? '' : 'tickets/'}#/id/${token}?lang=${lang}`;
