import { isPageFile, isTicketLink } from '#src/domain/ticket-storage.ts';

/** Longest wait for a page if an older one is cached, ms. */
export const pageTimeout = 4000;

/** The parts of a fetch event that the worker uses. */
type FetchEventLike<R> = {
  request: R;
  /** The page that makes the request; '' while a page is being opened. */
  clientId: string;
  /** The page that will result from a navigation. */
  resultingClientId: string;
};

type Deps<R> = {
  /** The base that the worker handles. */
  scope: URL;
  readCached: (path: string) => Promise<Response | undefined>;
  fetch: (request: R) => Promise<Response>;
  isOnline: () => boolean;
  /** Rejects after this many ms. */
  limit: (ms: number) => Promise<never>;
};

/**
 * Creates the fetch handler; it returns null for requests that the worker does not handle. It handles two kinds: a page opened by
 * a ticket's link, network first; and the files of a page that was opened from the cache.
 */
export const createFetchHandler = <R extends Pick<Request, 'url' | 'method' | 'mode'>>(deps: Deps<R>) => {
  const { scope, fetch, isOnline, limit } = deps;
  /** Unreadable storage counts as empty: the page still opens from the network. */
  const readCached = (path: string) => deps.readCached(path).catch(() => undefined);
  const opened = new Set<string>();

  const page = async ({ request, resultingClientId }: FetchEventLike<R>): Promise<Response> => {
    const old = await readCached(scope.pathname);
    if (!old) return fetch(request);
    try {
      const fresh = await Promise.race([fetch(request), limit(pageTimeout)]);
      if (fresh.status < 500) return fresh;
    } catch {
      // no connection, or a slow one
    }
    opened.add(resultingClientId);
    return old;
  };

  const file = async (request: R, pathname: string): Promise<Response> =>
    (await readCached(pathname)) ?? fetch(request);

  return (event: FetchEventLike<R>): Promise<Response> | null => {
    const { request, clientId } = event;
    const { origin, pathname, hash } = new URL(request.url);
    if (request.method !== 'GET' || origin !== scope.origin) return null;
    if (request.mode === 'navigate') return pathname === scope.pathname && isTicketLink(hash) ? page(event) : null;
    return isPageFile(pathname) && (opened.has(clientId) || !isOnline()) ? file(request, pathname) : null;
  };
};
