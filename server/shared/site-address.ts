import type { Sites } from '#server/shared/sites/sites.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { Environment, SiteCode } from '#src/domain/site.ts';

/** The path prefix of a site where one host serves several; '' for the default one. */
export const prefixOf = ({ home }: Pick<Sites, 'home'>, site: SiteCode): string => (site === home ? '' : `/${site}`);

/** Origin and path under which links open a site: its own host if it has one, else the shop's origin with its prefix. */
export const rootOf = (sites: Pick<Sites, 'home' | 'hostOf'>, site: SiteCode, origin: string): string => {
  const host = sites.hostOf(site);
  if (host === null) return `${origin}${prefixOf(sites, site)}`;
  const own = new URL(origin);
  own.hostname = host;
  return own.origin;
};

/** The address of a page of the shop; `root` is the site's origin and prefix. */
export const pageOf = (root: string, path: string, lang: Lang): string => `${root}/#${path}?lang=${lang}`;

/**
 * The address of a ticket. `base` is the site's origin and prefix. Ticket routes are below the tickets base outside development
 * (docs/product.md#ticket-base).
 */
export const ticketPage = (env: Environment, base: string, token: string, lang: Lang): string =>
  `${base}/${env === 'development' ? '' : 'tickets/'}#/id/${token}?lang=${lang}`;
