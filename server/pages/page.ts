import { readLangs } from '#server/catalogue/languages.ts';
import { hashOf } from '#server/core/crypto.ts';
import { type Inline, inlineHash, type PageSources, pageHeaders, pageSources } from '#server/http/headers.ts';
import { type CatalogueDeps, readCatalogue } from '#server/routes/catalogue.ts';
import { defaultLang, type Lang, langOf } from '#src/domain/lang.ts';
import type { Configurations } from '#src/domain/shop.ts';
import type { Environment, SiteCode } from '#src/domain/site.ts';
import { settingsOf } from '#src/sites/sites.ts';
import { encoded } from './encode.ts';
import { serveFile } from './static.ts';

/** JSON that is safe inside a script element: nothing in it can close the element. */
const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

const hashes = (found: Iterable<RegExpMatchArray>): string[] => [...found].map(([, text = '']) => inlineHash(text));

/** Hashes of the page as built, before texts of visitors or operators are inserted. */
const inlineOf = (built: string): Inline => ({
  scripts: hashes(built.matchAll(/<script(?: type="module")?>([\s\S]*?)<\/script>/g)),
  styles: hashes(built.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)),
});

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The venue's contact as HTML; empty when none is configured. */
const contactIn = (sentence: string, { contact_phone: phone, contact_mail: mail }: Configurations): string => {
  const link = (scheme: string, address: string, text: string) =>
    text && `<p translate="no"><a href="${scheme}:${escaped(address)}">${escaped(text)}</a></p>`;
  const links = link('tel', phone.replaceAll(/[^\d+]/g, ''), phone) + link('mailto', mail, mail);
  return links && `<p>${sentence}</p>${links}`;
};

/** The notice for outdated browsers, in the page's language and in English, with the venue's contact. */
const outdatedNotice = (sections: string, lang: Lang, configurations: Configurations): string => {
  const all = new Map(
    [...sections.matchAll(/<section [^>]*data-of="([a-z-]+)">.*?<\/section>/g)].map(([text, of]) => [of, text]),
  );
  return [...new Set([lang, 'en'])]
    .map((of) => all.get(of) ?? '')
    .join('')
    .replaceAll(/<!--contact (.*?)-->/g, (_comment, sentence: string) => contactIn(sentence, configurations));
};

type Made = { etag: string; file: Parameters<typeof serveFile>[0] };

/**
 * Serves a site's page: the built one with the site, the environment and the replies of the catalogue calls inserted (`<script
 * type="application/json" id="catalogue">`). That saves six requests before the first screen. The three replies that depend on
 * the language are used only by a page in that language.
 */
export const createPages = (deps: CatalogueDeps & { env: Environment }) => {
  const cache = new Map<string, Made>();

  /** Origins for the site's page, by its settings and its operator's. */
  const reachOf = async (site: SiteCode, hasBotCheck: boolean): Promise<PageSources> => {
    const { gatagKey, methods, fingerprint } = await settingsOf(site);
    const outside = {
      hasTags: gatagKey.url !== '',
      methods: methods.filter((method) => deps.payments[method] && deps.canTake(site, method)),
      hasBotCheck,
      fingerprint: fingerprint?.url[deps.env] ?? '',
    };
    return pageSources(outside, deps.sandboxUrl, deps.env);
  };

  const fill = async (page: string, site: SiteCode, lang: Lang, isTickets: boolean) => {
    const read = await readCatalogue(deps, site, lang);
    const catalogue = scriptJson({ lang, ...read });
    const facts = [lang, site, isTickets ? 'tickets' : 'store'];
    const reach = await reachOf(site, read.configurations.bot_check ?? false);
    const own = page
      .replace(/ data-(?:site|env)="[^"]*"/g, '')
      .replace(/\s*<(?:link|style) [^>]*data-of="([a-z0-9 -]+)"[^>]*>(?:[^<]*<\/style>)?/g, (part, of: string) =>
        of.split(' ').every((word) => facts.includes(word)) ? part : '',
      )
      .replace(/<html\b/, `<html data-site="${site}" data-env="${deps.env}" data-scripts="${reach.script.join(' ')}"`);
    const html = own
      .replace(/(?<=<div id="outdated" hidden>).*?(?=<\/div>)/s, (sections) =>
        outdatedNotice(sections, lang, read.configurations),
      )
      .replace('</head>', () => `<script type="application/json" id="catalogue">${catalogue}</script>\n</head>`);
    return { html, inline: inlineOf(own), reach };
  };

  /** `page` is the built HTML; the site must exist. */
  return async (page: string, site: SiteCode, request: Request): Promise<Response> => {
    const flagged = (await readLangs(deps.db, site)).find(({ is_default }) => is_default)?.id;
    const { pathname, searchParams } = new URL(request.url);
    const lang = langOf(searchParams.get('lang')) ?? flagged ?? defaultLang;
    const isTickets = /\/tickets\/?$/.test(pathname);
    const { html, inline, reach } = await fill(page, site, lang, isTickets);
    const etag = `"${hashOf(html).slice(0, 27)}"`;
    const key = `${site} ${lang} ${isTickets}`;
    let made = cache.get(key);
    if (made?.etag !== etag) {
      const headers = { ...pageHeaders(inline, reach), etag, vary: 'accept-encoding' };
      made = { etag, file: { encoded: encoded(Buffer.from(html), true, 6), headers } };
      cache.set(key, made);
    }
    return serveFile(made.file, request);
  };
};
