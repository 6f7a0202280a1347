import type { Screen } from '#machines/shared/screens.ts';
import { pagePlace } from '#src/device/page-place.ts';
import { isTicketBase, type PagePlace } from '#src/domain/markup.ts';
import { hashOf, parseHash } from './address.ts';
import { paths } from './paths.ts';

/** A page's path without the tickets segment, e.g. `/` or `/mori/`. */
const siteRoot = (path: string): string => path.replace(/tickets\/?$/, '').replace(/\/?$/, '/');

/**
 * The base of a screen if it differs from the page's own; otherwise null. In development all routes are under the page's own
 * base; otherwise tickets have a separate base (docs/product.md#ticket-base).
 */
const baseAt = ({ environment, path }: PagePlace, screen: Screen): string | null => {
  if (environment === 'development') return null;
  const { base } = paths[screen];
  const wantsTickets = base === 'tickets';
  if (base === 'any' || wantsTickets === isTicketBase(path)) return null;
  return wantsTickets ? `${siteRoot(path)}tickets/` : siteRoot(path);
};

/** The base of a screen if it differs from that of this page; otherwise null. */
export const otherBase = (screen: Screen): string | null => baseAt(pagePlace(), screen);

/** The route of a screen (`/id/x`). */
export const routeOf = (screen: Screen, params: Record<string, string> = {}): string =>
  hashOf({ screen, params, query: {} }) ?? '/';

/** URL of a route, as links on a page at this place have it. */
export const urlAt = (place: PagePlace, route: string): string =>
  `${baseAt(place, parseHash(route).screen) ?? ''}#${route}`;

/** True if the address enables the inspector (`inspector.ts`). */
export const isInspected = (): boolean => new URLSearchParams(location.search).has('inspect');
