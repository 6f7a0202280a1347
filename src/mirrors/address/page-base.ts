import type { Screen } from '#machines/shared/screens.ts';
import { siteRoot } from '#src/device/api-base.ts';
import { pageEnvironment } from '#src/device/environment.ts';
import { paths } from './paths.ts';

const isTicketsBase = (): boolean => /\/tickets\/?$/.test(location.pathname);

/**
 * In development all routes are under the page's own base; otherwise tickets have a separate base (docs/product.md#ticket-base).
 */
const hasBases = (): boolean => pageEnvironment() !== 'development';

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
