import { createHash } from 'node:crypto';
import type { Deps } from '#server/deps.ts';
import { hashOf } from '#server/domain/tokens.ts';
import { readCatalogue, readLangs } from '#server/routes/catalogue.ts';
import { defaultLang, type Lang, langOf } from '#src/domain/lang.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { settingsOf } from '#src/sites/sites.ts';
import { encoded } from './encode.ts';
import { pageHeaders } from './headers.ts';
import { serveFile } from './static.ts';

/** JSON that may stand in a script element: nothing in it can end the element. */
const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

const styleHashes = (html: string): string[] =>
  [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(
    ([, css = '']) => `sha256-${createHash('sha256').update(css).digest('base64')}`,
  );

type Made = { etag: string; file: Parameters<typeof serveFile>[0] };

/**
 * The page of a site: the built one with the site, the environment and the replies of the catalogue's calls put into it
 * when it is asked for (`<script type="application/json" id="catalogue">`). It saves six requests before the first screen
 * can be used; the three replies that speak a language are taken by a page in that language only.
 */
export const createPages = (deps: Deps) => {
  const cache = new Map<string, Made>();

  const fill = async (page: string, site: SiteCode, lang: Lang, isTickets: boolean): Promise<string> => {
    const catalogue = scriptJson({ lang, ...(await readCatalogue(deps, site, lang)) });
    const facts = [lang, site, isTickets ? 'tickets' : 'store'];
    return page
      .replace(/ data-(?:site|env)="[^"]*"/g, '')
      .replace(/\s*<(?:link|style) [^>]*data-of="([a-z0-9 -]+)"[^>]*>(?:[^<]*<\/style>)?/g, (part, of: string) =>
        of.split(' ').every((word) => facts.includes(word)) ? part : '',
      )
      .replace(/<html\b/, `<html data-site="${site}" data-env="${deps.env}"`)
      .replace('</head>', () => `<script type="application/json" id="catalogue">${catalogue}</script>\n</head>`);
  };

  /** In: the built page and a site that exists. Out: the answer. */
  return async (page: string, site: SiteCode, request: Request): Promise<Response> => {
    const flagged = (await readLangs(deps.db, site)).find(({ is_default }) => is_default)?.id;
    const { pathname, searchParams } = new URL(request.url);
    const lang = langOf(searchParams.get('lang')) ?? flagged ?? defaultLang;
    const isTickets = /\/tickets\/?$/.test(pathname);
    const html = await fill(page, site, lang, isTickets);
    const etag = `"${hashOf(html).slice(0, 27)}"`;
    const key = `${site} ${lang} ${isTickets}`;
    let made = cache.get(key);
    if (made?.etag !== etag) {
      const { gatagKey, methods, fingerprint } = await settingsOf(site);
      const offered = methods.filter((method) => deps.payments[method]);
      const outside = {
        hasTags: gatagKey.url !== '',
        methods: offered,
        hasBotCheck: await deps.botCheck.isOn(site),
        fingerprint: fingerprint?.url[deps.env] ?? '',
      };
      const policy = pageHeaders(styleHashes(html), deps.sandboxUrl, outside, deps.env);
      const headers = { ...policy, etag, vary: 'accept-encoding' };
      made = { etag, file: { encoded: encoded(Buffer.from(html), true, 6), headers } };
      cache.set(key, made);
    }
    return serveFile(made.file, request);
  };
};

const plainPage = (status: number, title: string, text: string): Response =>
  new Response(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
      `<title>${title}</title><h1>${title}</h1><p>${text}</p><p><a href="/">/</a></p>`,
    { status, headers: pageHeaders([], null) },
  );

/** Words of SPEC §2, last row of the routes. */
export const notFoundPage = (): Response =>
  plainPage(404, 'No Found', 'The requested URL was not found on this server.');

/** Says what is missing where the app was not built. */
export const notBuiltPage = (): Response =>
  plainPage(
    503,
    'The app is not built',
    'Run "npm start" (it builds what is missing), or "npm run build", and reload.',
  );
