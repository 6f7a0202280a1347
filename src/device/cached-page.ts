import { i18n } from '@lingui/core';
import { defaultLang, htmlLang, langs } from '#src/domain/lang.ts';
import { isPageCache, isPageFile, isTicketLink, pageCache, workerPath } from '#src/domain/ticket-storage.ts';
import { scriptUrl } from '#src/scripts/trusted.ts';

const loadedFiles = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && isPageFile(pathname))
    .map(({ pathname }) => pathname);

const namedFiles = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);

/** A page works without a logo, but not without a script or style. */
const isNeeded = (file: string): boolean => file.startsWith('/assets/');

/** A page of another build would need files that this one has never loaded. */
const isOfThisBuild = (html: string): boolean => {
  const entry = document.querySelector('link[rel="modulepreload"][href*="/entry-"]')?.getAttribute('href');
  return typeof entry === 'string' && html.includes(entry);
};

/** Headers about the body's encoding do not apply to the stored text. */
const headersOf = ({ headers }: Response): Headers => {
  const stored = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'etag']) stored.delete(name);
  return stored;
};

/** Caches the page of this base and all its files; deletes files that it no longer needs. */
const fill = async (base: string): Promise<void> => {
  const lang = langs.find((code) => htmlLang[code] === i18n.locale) ?? defaultLang;
  const response = await fetch(`${base}?lang=${lang}`);
  if (!response.ok) throw new Error(`The page was answered with status ${response.status}.`);
  const html = await response.text();
  if (!isOfThisBuild(html)) return;
  const wanted = new Set([...namedFiles(html), ...loadedFiles()]);
  const cache = await caches.open(pageCache(base));
  const stored = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = [...wanted].filter((file) => !stored.has(file));
  await cache.addAll(missing.filter(isNeeded));
  await Promise.allSettled(missing.filter((file) => !isNeeded(file)).map((file) => cache.add(file)));
  // The cached page opens in the language whose texts are cached with it (src/mirrors/language.ts).
  const marked = html.replace('<html', `<html data-kept="${lang}"`);
  await cache.put(base, new Response(marked, { headers: headersOf(response) }));
  const unused = [...stored].filter((path) => path !== base && !wanted.has(path));
  await Promise.all(unused.map((path) => cache.delete(path)));
};

/**
 * The page of tickets, cached for use without a network and served by the service worker (`src/worker`). Without service workers,
 * or with blocked storage, nothing is cached.
 */
export const createCachedPage = () => {
  /** Once per page; a failed attempt is repeated with the next reading of a ticket. */
  let isCached = false;
  /** Number of removals: a page that was being cached during a removal is removed too. */
  let removals = 0;

  const remove = async (): Promise<void> => {
    isCached = false;
    removals += 1;
    const pages = (await caches.keys()).filter(isPageCache);
    await Promise.all(pages.map((name) => caches.delete(name)));
    if (!('serviceWorker' in navigator)) return;
    for (const registration of await navigator.serviceWorker.getRegistrations()) {
      const { scriptURL = '' } = registration.active ?? registration.waiting ?? registration.installing ?? {};
      if (scriptURL.endsWith(workerPath)) await registration.unregister();
    }
  };

  return {
    /** Caches the page and registers its worker. `loadParts` loads the parts that the page may need later. */
    save: async (loadParts: () => Promise<unknown>): Promise<void> => {
      if (!import.meta.env.PROD || isCached || !('serviceWorker' in navigator)) return;
      if (!isTicketLink(location.hash)) return;
      const base = location.pathname;
      const before = removals;
      isCached = true;
      try {
        await loadParts();
        await fill(base);
        await navigator.serviceWorker.register(scriptUrl(workerPath), { scope: base, updateViaCache: 'none' });
        if (removals !== before) await remove();
      } catch {
        isCached = false;
      }
    },
    /** No ticket is stored any more: removes page and worker. */
    remove,
  };
};

export const cachedPage = createCachedPage();
