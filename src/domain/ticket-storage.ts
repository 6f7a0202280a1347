import { addDays, venueDay } from './dates.ts';

/** Storage of opened tickets in the browser; the page, the charts and the service worker all use these rules. */

/** Storage time after the day of the visit, ms: somebody on a late train home is still on the visit. */
const grace = 3 * 3_600_000;

/** When a stored ticket expires (ms since 1970): shortly after the venue's day on which entry ends (ISO). */
export const storedUntil = (reservationTo: string): number => {
  // a visit that ends at midnight belongs to the day before
  const day = venueDay(Date.parse(reservationTo) - 1);
  return Date.parse(`${addDays(day, 1)}T00:00:00+09:00`) + grace;
};

/** Maximum number of stored tickets; the least recently opened one is removed first. */
export const maxStoredTickets = 20;

export const ticketsCache = 'ticket-store:tickets';

const pages = 'ticket-store:page:';

/** Name of the cache that stores the page of a base path (`/tickets/`) and its files. */
export const pageCache = (base: string): string => `${pages}${base}`;

export const isPageCache = (name: string): boolean => name.startsWith(pages);

/** True if the file belongs to a page: scripts, styles, logos. */
export const isPageFile = (path: string): boolean => /^\/(?:assets|sites)\//.test(path);

/** Where the worker is served. */
export const workerPath = '/ticket-worker.js';

/** True if the hash is the route of a ticket's link, the holder's or a shared one (docs/product.md#routes). */
export const isTicketLink = (hash: string): boolean => /^#\/(?:id|tickets(?:\/shared)?)\/[^/?]+(?:\?.*)?$/.test(hash);
