import { addDays, venueDay } from './dates.ts';

/** What a browser keeps of a ticket that was opened, and how long: the page, its charts and the worker agree here. */

const hour = 3_600_000;

/** After the day of the visit, ms: a late train home is still the visit. */
const grace = 3 * hour;

/** In: a moment (ISO) at which entry ends. Out: until when the ticket is kept (ms since 1970): that day at the venue, and a little. */
export const keptUntil = (reservationTo: string): number => {
  // what ends at midnight ends with the day before
  const day = venueDay(Date.parse(reservationTo) - 1);
  return Date.parse(`${addDays(day, 1)}T00:00:00+09:00`) + grace;
};

/** Tickets kept at most; the one that was opened longest ago goes first. */
export const mostKept = 20;

/** The browser's cache with the tickets. */
export const ticketsCache = 'ticket-store:tickets';

const pages = 'ticket-store:page:';

/** In: the path of a base (`/tickets/`). Out: the browser's cache with its page and what that needs. */
export const pageCache = (base: string): string => `${pages}${base}`;

/** In: the name of a cache. Out: whether it holds a page. */
export const isPageCache = (name: string): boolean => name.startsWith(pages);

/** In: the path of a file. Out: whether a page is made of such: scripts, styles, logos. */
export const isPageFile = (path: string): boolean => /^\/(?:assets|sites)\//.test(path);

/** Where the worker is served. */
export const workerPath = '/ticket-worker.js';

/** In: what stands behind a page's path. Out: whether it is a link to a ticket, the holder's or a shared one (docs/product.md#routes). */
export const isTicketLink = (hash: string): boolean => /^#\/(?:id|tickets(?:\/shared)?)\/[^/?]+(?:\?.*)?$/.test(hash);
