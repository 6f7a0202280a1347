import type { Screen } from '#machines/shared/screens.ts';
import { paths } from './paths.ts';

/** The page's base path without the tickets segment, e.g. `/` or `/mori/`. */
const siteRoot = (): string => location.pathname.replace(/tickets\/?$/, '').replace(/\/?$/, '/');

const isTicketsBase = (): boolean => /\/tickets\/?$/.test(location.pathname);

/**
 * In development all routes are under the page's own base; otherwise tickets have a separate base (docs/product.md#ticket-base).
 */
const hasBases = (): boolean => document.documentElement.dataset.env !== 'development';

/** The base of a screen if it differs from the page's own; otherwise null. */
export const otherBase = (screen: Screen): string | null => {
  if (!hasBases()) return null;
  const { base } = paths[screen];
  const wantsTickets = base === 'tickets';
  if (base === 'any' || wantsTickets === isTicketsBase()) return null;
  return wantsTickets ? `${siteRoot()}tickets/` : siteRoot();
};

/** True if the address enables the inspector (`inspector.ts`). */
export const isInspected = (): boolean => new URLSearchParams(location.search).has('inspect');

/** Prefix of the site's API calls. It includes the site's path, so that one host can serve every site (docs/product.md#api). */
export const apiBase = (): string => `${siteRoot().replace(/\/$/, '')}/api/v1`;
