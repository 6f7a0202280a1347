import { i18n } from '@lingui/core';
import { isPageCache, isPageFile, isTicketLink, pageCache, workerPath } from '#src/domain/kept.ts';
import { defaultLang, htmlLang, langs } from '#src/domain/lang.ts';
import { scriptUrl } from '#src/scripts/trusted.ts';

/** Files this page has asked for so far. */
const loadedFiles = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && isPageFile(pathname))
    .map(({ pathname }) => pathname);

const namedFiles = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);

/** Without a script or a style there is no page; without a logo there is one. */
const isNeeded = (file: string): boolean => file.startsWith('/assets/');

/** A page of another build would ask for files that this one has never loaded. */
const isOfThisBuild = (html: string): boolean => {
  const entry = document.querySelector('link[rel="modulepreload"][href*="/entry-"]')?.getAttribute('href');
  return typeof entry === 'string' && html.includes(entry);
};

/** The answer's own words about its body do not hold for the text that is kept. */
const headersOf = ({ headers }: Response): Headers => {
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'etag']) kept.delete(name);
  return kept;
};

/** Puts the page of this base into the cache, and all it needs; what no page of it needs any more goes. */
const fill = async (base: string): Promise<void> => {
  const lang = langs.find((code) => htmlLang[code] === i18n.locale) ?? defaultLang;
  const answer = await fetch(`${base}?lang=${lang}`);
  if (!answer.ok) throw new Error(`The page answers ${answer.status}.`);
  const html = await answer.text();
  if (!isOfThisBuild(html)) return;
  const wanted = new Set([...namedFiles(html), ...loadedFiles()]);
  const cache = await caches.open(pageCache(base));
  const there = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = [...wanted].filter((file) => !there.has(file));
  await cache.addAll(missing.filter(isNeeded));
  await Promise.allSettled(missing.filter((file) => !isNeeded(file)).map((file) => cache.add(file)));
  // it opens in the language whose words are kept (mirrors/language.ts)
  const marked = html.replace('<html', `<html data-kept="${lang}"`);
  await cache.put(base, new Response(marked, { headers: headersOf(answer) }));
  const idle = [...there].filter((path) => path !== base && !wanted.has(path));
  await Promise.all(idle.map((path) => cache.delete(path)));
};

/**
 * The page of tickets, kept for a time without a network, with the worker that opens it then (`src/worker`). In: what fetches
 * the parts that such a page may need later. Browsers without workers, or with blocked storage, keep nothing.
 */
export const keptPage = (bringParts: () => Promise<unknown>) => {
  /** Once a page; what did not work is tried again with the next reading. */
  let isKept = false;
  /** How often it was dropped: what was being fetched meanwhile is dropped as well. */
  let drops = 0;

  const drop = async (): Promise<void> => {
    isKept = false;
    drops += 1;
    const pages = (await caches.keys()).filter(isPageCache);
    await Promise.all(pages.map((name) => caches.delete(name)));
    if (!('serviceWorker' in navigator)) return;
    for (const registration of await navigator.serviceWorker.getRegistrations()) {
      const { scriptURL = '' } = registration.active ?? registration.waiting ?? registration.installing ?? {};
      if (scriptURL.endsWith(workerPath)) await registration.unregister();
    }
  };

  return {
    keep: async (): Promise<void> => {
      if (!import.meta.env.PROD || isKept || !('serviceWorker' in navigator)) return;
      if (!isTicketLink(location.hash)) return;
      const base = location.pathname;
      const before = drops;
      isKept = true;
      try {
        await bringParts();
        await fill(base);
        await navigator.serviceWorker.register(scriptUrl(workerPath), { scope: base, updateViaCache: 'none' });
        if (drops !== before) await drop();
      } catch {
        isKept = false;
      }
    },
    /** No ticket is kept any more: page and worker go. */
    drop,
  };
};
