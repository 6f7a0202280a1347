import { readLangs } from '#server/catalogue/languages.ts';
import { hashOf } from '#server/core/crypto.ts';
import type { Recent } from '#server/core/recent.ts';
import { type Inline, inlineHash, type PageSources, pageHeaders, pageSources } from '#server/http/headers.ts';
import { type CatalogueDeps, readCatalogue } from '#server/routes/catalogue.ts';
import { apiPrefix } from '#src/api/contract/index.ts';
import { defaultLang, htmlLang, type Lang, langOf } from '#src/domain/lang.ts';
import type { Configurations } from '#src/domain/shop.ts';
import type { Environment, SiteCode } from '#src/domain/site.ts';
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

/** The site of the page, and its address as the request has it. */
type Place = { site: SiteCode; base: string };

const json = (id: string, text: string): string => `<script type="application/json" id="${id}">${text}</script>\n`;

type Made = { etag: string; file: Parameters<typeof serveFile>[0] };

/**
 * Serves a site's page: the built one with the site's settings and skin, the environment and the replies of the catalogue calls inserted (`<script
 * type="application/json" id="catalogue">`). That saves six requests before the first screen. The three replies that depend on
 * the language are used only by a page in that language.
 */
export const createPages = (deps: CatalogueDeps & { env: Environment; recent: Recent }) => {
  const cache = new Map<string, Made>();

  /** Origins for the site's page, by its settings and its operator's. */
  const reachOf = (site: SiteCode, hasBotCheck: boolean): PageSources => {
    const { gatagKey, methods, fingerprint } = deps.sites.settingsOf(site);
    const outside = {
      hasTags: gatagKey.url !== '',
      methods: methods.filter((method) => deps.payments[method] && deps.canTake(site, method)),
      hasBotCheck,
      fingerprint: fingerprint?.url[deps.env] ?? '',
    };
    return pageSources(outside, deps.sandboxUrl, deps.env);
  };

  /** The site's skin, and its large picture where it is shown, as style elements. */
  const stylesOf = (site: SiteCode, isTickets: boolean): string => {
    const { skin = '', artwork = '' } = deps.sites.find(site)?.styles ?? {};
    return [skin, isTickets ? '' : artwork].map((css) => css && `<style>${css}</style>\n`).join('');
  };

  const fill = async (page: string, { site, base }: Place, lang: Lang, isTickets: boolean) => {
    const read = await deps.recent.of(`page ${site} ${lang}`, () => readCatalogue(deps, site, lang));
    const catalogue = scriptJson({ lang, ...read });
    const facts = [lang, isTickets ? 'tickets' : 'store'];
    const settings = scriptJson(deps.sites.settingsOf(site));
    const reach = reachOf(site, read.configurations.bot_check ?? false);
    const htmlEnd = page.indexOf('<head');
    const api = `${new URL(base).pathname.replace(/\/$/, '')}${apiPrefix}`;
    const own = page
      .replace(/ (?:lang|data-sites?|data-env)="[^"]*"/g, (attribute, at: number) => (at < htmlEnd ? '' : attribute))
      .replace(/\s*<(?:link|style) [^>]*data-of="([a-z0-9 -]+)"[^>]*>(?:[^<]*<\/style>)?/g, (part, of: string) =>
        of.split(' ').every((word) => facts.includes(word)) ? part : '',
      )
      .replace(
        /<html\b/,
        `<html lang="${htmlLang[lang]}" data-site="${site}" data-api="${api}" data-env="${deps.env}" data-scripts="${reach.script.join(' ')}"`,
      )
      .replace('</head>', () => `${stylesOf(site, isTickets)}</head>`);
    const html = own
      .replace(/(?<=<div id="outdated" hidden>).*?(?=<\/div>)/s, (sections) =>
        outdatedNotice(sections, lang, read.configurations),
      )
      .replace('</head>', () => `${json('site', settings)}${json('catalogue', catalogue)}</head>`);
    return { html, inline: inlineOf(own), reach };
  };

  /** `page` is the built HTML; the site must exist. */
  return async (page: string, place: Place, request: Request): Promise<Response> => {
    const { site, base } = place;
    const flagged = (await deps.recent.of(`langs ${site}`, () => readLangs(deps.db, site))).find(
      ({ is_default }) => is_default,
    )?.id;
    const { pathname, searchParams } = new URL(request.url);
    const lang = langOf(searchParams.get('lang')) ?? flagged ?? defaultLang;
    const isTickets = /\/tickets\/?$/.test(pathname);
    const { html, inline, reach } = await fill(page, place, lang, isTickets);
    const etag = `"${hashOf(html).slice(0, 27)}"`;
    const key = `${base} ${lang} ${isTickets}`;
    let made = cache.get(key);
    if (made?.etag !== etag) {
      const headers = { ...pageHeaders(inline, reach), etag, vary: 'accept-encoding' };
      made = { etag, file: { encoded: encoded(Buffer.from(html), true, 6), headers } };
      cache.set(key, made);
    }
    return serveFile(made.file, request);
  };
};
