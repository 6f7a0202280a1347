import * as v from 'valibot';
import { createListeners } from '#src/domain/listeners.ts';
import { isTicketLink, maxStoredTickets, storedUntil, ticketsCache } from '#src/domain/ticket-storage.ts';
import { cachedPage } from './cached-page.ts';
import { forgetLink } from './forgotten-links.ts';

/** Fields of every ticket: the end of its visit, and the time of the server's reply. */
export type Dated = { reservation_to: string; as_of: string };

const RowSchema = v.object({
  /** ms since 1970 */
  until: v.number(),
  openedAt: v.number(),
  /** The whole ticket, as the server sent it. */
  ticket: v.looseObject({ as_of: v.string() }),
  /** Cache keys of the tickets that its page links to: the shared one, and those split off. */
  related: v.optional(v.array(v.string()), []),
});

/** Longest wait for the browser's storage, ms: it must not delay showing a ticket. */
const storageTimeout = 500;

/** The same, ms, where storage alone can show a ticket, or the page says that one is gone. */
const longTimeout = 10_000;

/** If storage is missing, blocked, full or slow, nothing is stored and everything else works (docs/product.md#restore). */
const attempt = async <T>(work: () => Promise<T>, limit = storageTimeout): Promise<T | null> => {
  if (!('caches' in globalThis)) return null;
  const late = new Promise<null>((resolve) => setTimeout(resolve, limit, null));
  return Promise.race([work().catch(() => null), late]);
};

/** A token opens a ticket on the server, so none may be stored: neither the ticket's own nor those of related tickets. */
const isToken = (name: string): boolean => name.endsWith('_token');
const withoutTokens = (name: string, value: unknown): unknown => (isToken(name) ? '' : value);

/** Tokens of the other tickets that a ticket's page links to. */
const tokensIn = (ticket: object): string[] => {
  const tokens: string[] = [];
  JSON.stringify(ticket, (name, value) => {
    if (isToken(name) && value) tokens.push(String(value));
    return value;
  });
  return tokens;
};

const keyOf = async (token: string): Promise<string> => {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return `/kept/${Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
};

const rowOf = async (response: Response | undefined) => {
  const parsed = v.safeParse(RowSchema, await response?.json().catch(() => null));
  return parsed.success ? parsed.output : null;
};

/** Deletes tickets whose visit is over, unreadable rows, and the oldest above the maximum. Returns how many are left. */
const tidy = async (cache: Cache): Promise<number> => {
  const rows = await Promise.all(
    (await cache.keys()).map(async (request) => ({ request, row: await rowOf(await cache.match(request)) })),
  );
  const alive = rows
    .filter(({ row }) => row !== null && row.until > Date.now())
    .sort((one, other) => (other.row?.openedAt ?? 0) - (one.row?.openedAt ?? 0))
    .slice(0, maxStoredTickets);
  const over = rows.filter((row) => !alive.includes(row));
  await Promise.all(over.map(({ request }) => cache.delete(request)));
  return alive.length;
};

/**
 * Stores opened tickets in the browser's cache storage, by the token of their link, until their visit is over, so that they open
 * without a network. `page` is removed with the last ticket. Nothing here throws.
 */
export const createTicketCache = (page: { remove: () => Promise<void> }) => {
  const listeners = createListeners();
  const settle = async (cache: Cache) => {
    if ((await tidy(cache)) === 0) await page.remove();
    else listeners.notify();
  };
  /** The running store; a deletion has to wait for it. */
  let storing: Promise<unknown> = Promise.resolve();

  const save = async (token: string, ticket: Dated): Promise<void> => {
    const [cache, key] = await Promise.all([caches.open(ticketsCache), keyOf(token)]);
    const known = await rowOf(await cache.match(key));
    // Pages that read a ticket only to change it do not start storing it.
    if (!known && !isTicketLink(location.hash)) return;
    // Two tabs may have read it at once; the newer version stays.
    if (known && Date.parse(known.ticket.as_of) > Date.parse(ticket.as_of)) return;
    const related = await Promise.all(tokensIn(ticket).map(keyOf));
    const row = { until: storedUntil(ticket.reservation_to), openedAt: Date.now(), related, ticket };
    await cache.put(key, new Response(JSON.stringify(row, withoutTokens)));
    settle(cache).catch(() => undefined);
  };

  const eraseAll = async (token: string): Promise<true> => {
    await storing;
    const [cache, key] = await Promise.all([caches.open(ticketsCache), keyOf(token)]);
    const row = await rowOf(await cache.match(key));
    await Promise.all([key, ...(row?.related ?? [])].map((stored) => cache.delete(stored)));
    if ((await tidy(cache)) === 0) await page.remove();
    return true;
  };

  const find = async (token: string): Promise<unknown> => {
    const [cache, key] = await Promise.all([caches.open(ticketsCache), keyOf(token)]);
    if ((await tidy(cache)) === 0) page.remove().catch(() => undefined);
    return (await rowOf(await cache.match(key)))?.ticket ?? null;
  };

  return {
    /** Adds a listener for a change after which tickets are stored; returns an unsubscribe function. */
    onStored: listeners.add,
    save: (token: string, ticket: Dated): Promise<unknown> =>
      attempt(() => {
        const stored = save(token, ticket);
        storing = Promise.allSettled([storing, stored]);
        return stored;
      }),
    read: (token: string): Promise<unknown> => attempt(() => find(token), longTimeout),
    /** Whether the ticket is stored; false where storage is slow. */
    has: async (token: string): Promise<boolean> => (await attempt(() => find(token))) !== null,
    /** Deletes a ticket before it is changed, whatever the outcome; opening it again stores it again. */
    forget: (token: string): Promise<unknown> =>
      attempt(async () => {
        const [cache, key] = await Promise.all([caches.open(ticketsCache), keyOf(token)]);
        if (await cache.delete(key)) settle(cache).catch(() => undefined);
      }),
    /** Deletes everything stored of the ticket and marks its link as forgotten. Returns whether it is gone. */
    erase: async (token: string): Promise<boolean> => {
      const isErased = !('caches' in globalThis) || (await attempt(() => eraseAll(token), longTimeout)) === true;
      if (isErased) forgetLink(token);
      return isErased;
    },
  };
};

export const ticketCache = createTicketCache(cachedPage);
