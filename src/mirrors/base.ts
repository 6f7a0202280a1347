import type { Screen } from '#machines/shared/screens.ts';
import { paths } from './paths.ts';

/** In: the page's path. Out: its base without the tickets segment, e.g. `/` or `/mori/`. */
const siteRoot = (): string => location.pathname.replace(/tickets\/?$/, '').replace(/\/?$/, '/');

const isTicketsBase = (): boolean => /\/tickets\/?$/.test(location.pathname);

/** In development all routes live where the page is; elsewhere each base has its own (docs/product.md#ticket-base). */
const hasBases = (): boolean => document.documentElement.dataset.env !== 'development';

/** In: a screen. Out: the base it lives under, when that is not the page's own; otherwise null. */
export const otherBase = (screen: Screen): string | null => {
  if (!hasBases()) return null;
  const { base } = paths[screen];
  const wantsTickets = base === 'tickets';
  if (base === 'any' || wantsTickets === isTicketsBase()) return null;
  return wantsTickets ? `${siteRoot()}tickets/` : siteRoot();
};

/** Whether the address asks that the charts be looked into (`inspector.ts`). */
export const isInspected = (): boolean => new URLSearchParams(location.search).has('inspect');

/** Prefix of the site's calls: behind the site's own path, so that one host serves every site (docs/product.md#api). */
export const apiBase = (): string => `${siteRoot().replace(/\/$/, '')}/api/v1`;
