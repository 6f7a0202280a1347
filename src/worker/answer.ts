import { isPageFile, isTicketLink } from '#src/domain/kept.ts';

/** How long a page may take where an older one is kept, ms. */
export const patience = 4000;

/** What a browser asks the worker about. */
type Asked<R> = {
  request: R;
  /** The page that asks; '' for a page that is only being opened. */
  clientId: string;
  /** The page that will be there when this one is opened. */
  resultingClientId: string;
};

type World<R> = {
  /** The base whose pages the worker is for. */
  scope: URL;
  /** In: a path. Out: what is kept of it. */
  kept: (path: string) => Promise<Response | undefined>;
  fetch: (request: R) => Promise<Response>;
  isOnline: () => boolean;
  /** Fails after so many ms. */
  limit: (ms: number) => Promise<never>;
};

/**
 * In: the world. Out: how the worker answers; null lets a request pass as if there were no worker. Two things are answered:
 * a page opened by a ticket's link, by the network first; and the files of a page that was opened from what is kept.
 */
export const createAnswers = <R extends Pick<Request, 'url' | 'method' | 'mode'>>(world: World<R>) => {
  const { scope, fetch, isOnline, limit } = world;
  /** Storage that cannot be read holds nothing: the page still opens by the network. */
  const kept = (path: string) => world.kept(path).catch(() => undefined);
  /** Pages that were opened from what is kept. */
  const opened = new Set<string>();

  const page = async ({ request, resultingClientId }: Asked<R>): Promise<Response> => {
    const old = await kept(scope.pathname);
    if (!old) return fetch(request);
    try {
      const fresh = await Promise.race([fetch(request), limit(patience)]);
      if (fresh.status < 500) return fresh;
    } catch {
      // no line, or a bad one
    }
    opened.add(resultingClientId);
    return old;
  };

  const file = async (request: R, pathname: string): Promise<Response> => (await kept(pathname)) ?? fetch(request);

  return (asked: Asked<R>): Promise<Response> | null => {
    const { request, clientId } = asked;
    const { origin, pathname, hash } = new URL(request.url);
    if (request.method !== 'GET' || origin !== scope.origin) return null;
    if (request.mode === 'navigate') return pathname === scope.pathname && isTicketLink(hash) ? page(asked) : null;
    return isPageFile(pathname) && (opened.has(clientId) || !isOnline()) ? file(request, pathname) : null;
  };
};
