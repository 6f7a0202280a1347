import { recentLangs } from '#server/catalogue/languages.ts';
import { hashOf } from '#server/core/crypto.ts';
import { type ScriptRule, settingsForShared } from '#server/shared/sites/scripts.ts';
import type { WebDeps } from '#server/web/deps.ts';
import { encoded, type File, serveFile } from '#server/web/http/encode.ts';
import { type Inline, inlineHash, type PageSources, pageHeaders, pageSources } from '#server/web/http/headers.ts';
import { readCatalogue } from '#server/web/routes/catalogue.ts';
import { apiPrefix } from '#src/api/contract/index.ts';
import { defaultLang, htmlLang, type Lang, langOf } from '#src/domain/lang.ts';
import { isTicketBase, type Markup } from '#src/domain/markup.ts';
import type { Configurations } from '#src/domain/shop.ts';
import type { SiteCode, SiteSettings } from '#src/domain/site.ts';
import { createFirstScreens } from './first-screen.ts';
import { type DescribedPage, escaped, headTags } from './head.ts';
import { structuredData } from './structured-data.ts';

/** JSON that is safe inside a script element: nothing in it can close the element. */
const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

const hashes = (found: Iterable<RegExpMatchArray>): string[] => [...found].map(([, text = '']) => inlineHash(text));

/** Hashes of the page as built, before texts of visitors or operators are inserted. */
const inlineOf = (built: string): Inline => ({
  scripts: hashes(built.matchAll(/<script(?: type="module")?>([\s\S]*?)<\/script>/g)),
  styles: hashes(built.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)),
});

/** The venue's contact as HTML; empty when none is configured. */
const contactIn = (sentence: string, { contact_phone: phone, contact_mail: mail }: Configurations): string => {
  const link = (scheme: string, address: string, text: string) =>
    text && `<p translate="no"><a href="${scheme}:${escaped(address)}">${escaped(text)}</a></p>`;
  const links = link('tel', phone.replaceAll(/[^\d+]/g, ''), phone) + link('mailto', mail, mail);
  return links && `<p>${sentence}</p>${links}`;
};

/** A notice for browsers that cannot run the shop, in the page's language and in English, with the venue's contact. */
const ownSections = (sections: string, lang: Lang, configurations: Configurations): string => {
  const all = new Map(
    [...sections.matchAll(/<section [^>]*data-of="([a-z-]+)">.*?<\/section>/g)].map(([text, of]) => [of, text]),
  );
  return [...new Set([lang, 'en'])]
    .map((of) => all.get(of) ?? '')
    .join('')
    .replaceAll(/<!--contact (.*?)-->/g, (_comment, sentence: string) => contactIn(sentence, configurations));
};

/** The scripts of the page as built, as a header: its policy lets no browser load them before it has parsed their links. */
const preloadsOf = (built: string): string =>
  [...built.matchAll(/<link rel="modulepreload" [^>]*href="([^"]+)"/g)]
    .map(([, file]) => `<${file}>; rel=modulepreload; crossorigin`)
    .join(', ');

/** The site of the page, and its address as the request has it. */
type Place = { site: SiteCode; base: string };

type PageRequest = Place & { settings: SiteSettings; path: string; lang: Lang; isTickets: boolean };

/** The element by which search engines know what a page sells. Browsers run no script of this type. */
const linkedData = (described: DescribedPage, { catalogue, states }: Read): string =>
  described.isTickets
    ? ''
    : `<script type="application/ld+json">${scriptJson(structuredData(described, catalogue.products, states))}</script>\n`;

const json = (id: string, text: string, attributes = ''): string =>
  `<script type="application/json" id="${id}"${attributes}>${text}</script>\n`;

/** Puts the rendered screen into the page. It has no inline styles and scripts. */
const withMarkup = (html: string, markup: Markup | null, lang: Lang): string => {
  if (!markup) return html;
  const texts = json('texts', scriptJson(markup.texts), ` lang="${htmlLang[lang]}"`);
  return html
    .replace('<title></title>', () => `<title>${markup.title}</title>`)
    .replace('<div id="root"></div>', () => `<div id="root" data-markup="${markup.shows}">${markup.html}</div>`)
    .replace('</body>', () => `${texts}</body>`);
};

/** `inputs` of the page are compared by identity. */
type CachedPage = { inputs: readonly unknown[]; etag: string; file: File };
type Read = Awaited<ReturnType<typeof readCatalogue>>;

/** The settings that a page of a site gets at an address: every script only at the site's host, or from a demo's sandbox. */
export const pageSettings = (
  deps: ScriptRule & Pick<WebDeps, 'sites' | 'sandboxUrl'>,
  site: SiteCode,
  url: string,
): SiteSettings => {
  const settings = deps.sites.settingsOf(site);
  const mayHaveAll = deps.sandboxUrl !== null || deps.sites.ofHost(new URL(url).hostname) !== null;
  return mayHaveAll ? settings : settingsForShared(deps, settings);
};

/** Path of the API's calls on a site, by its address. */
const apiPathOf = (base: string): string => `${new URL(base).pathname.replace(/\/$/, '')}${apiPrefix}`;

/** The catalogue as pages contain it, shared for a moment. */
const recentCatalogue = (deps: WebDeps, site: SiteCode, lang: Lang): Promise<Read> =>
  deps.recent.of(`page ${site} ${lang}`, () => readCatalogue(deps, site, lang));

/**
 * Serves a site's page: the built one with the site's settings and skin, the environment and the replies of the catalogue calls inserted (`<script
 * type="application/json" id="catalogue">`). That saves six requests before the first screen. The three replies that depend on
 * the language are used only by a page in that language.
 */
export const createPages = (deps: WebDeps) => {
  const cache = new Map<string, CachedPage>();
  const firstScreen = createFirstScreens(deps);

  /** Origins for the site's page, by its settings and its operator's. */
  const sourcesOf = (settings: SiteSettings, hasBotCheck: boolean): PageSources => {
    const { code, gatagKey, methods, fingerprint } = settings;
    const outside = {
      hasTags: gatagKey.url !== '',
      methods: methods.filter((method) => deps.canTake(code, method)),
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

  const fill = async (page: string, read: Read, sources: PageSources, request: PageRequest) => {
    const { site, settings, base, path, lang, isTickets } = request;
    const { catalogue } = read;
    const titleIn = (of: Lang) => `<h2>${escaped(settings.title[of])}</h2>`;
    const htmlEnd = page.indexOf('<head');
    const api = apiPathOf(base);
    const { field_templates: fieldTemplates, paymentmethods: methods, ...rest } = catalogue;
    const place = { environment: deps.env, path, api };
    const markup = await firstScreen({ site: settings, lang, catalogue: { ...rest, fieldTemplates, methods }, place });
    /* Parts with `data-of` stay where all its words apply; the texts of the first screen (`first`) come with its markup. */
    const variants = [lang, isTickets ? 'tickets' : 'store', ...(markup ? [] : ['first'])];
    const ofSite = page
      /* The build wrote these attributes of `<html>` for pages without a server. */
      .replace(/ (?:lang|data-sites?|data-env)="[^"]*"/g, (attribute, at: number) => (at < htmlEnd ? '' : attribute))
      .replace(/\s*<(?:link|style) [^>]*data-of="([a-z0-9 -]+)"[^>]*>(?:[^<]*<\/style>)?/g, (part, of: string) =>
        of.split(' ').every((word) => variants.includes(word)) ? part : '',
      )
      .replace(
        /<html\b/,
        `<html lang="${htmlLang[lang]}" data-site="${site}" data-api="${api}" data-env="${deps.env}" data-scripts="${escaped(sources.script.join(' '))}"`,
      )
      .replace('</head>', () => `${stylesOf(site, isTickets)}</head>`);
    const preview = deps.sites.find(site)?.preview;
    const described: DescribedPage = {
      ...request,
      langs: catalogue.langs,
      picture: preview ? new URL(preview.address, base).href : null,
      isListed: deps.env === 'production',
    };
    const html = ofSite
      /* Before the styles: some readers of previews take the first 32 kB. */
      .replace('<title>', () => `${headTags(described)}<title>`)
      .replace(
        /(<div (?:id="outdated" hidden|class="no-script")>)(.*?)<\/div>/gs,
        (_, opening: string, sections: string) =>
          `${opening}${ownSections(sections, lang, catalogue.configurations)}</div>`,
      )
      .replaceAll(/<!--title ([a-z-]+)-->/g, (_comment, of: string) => titleIn(langOf(of) ?? lang))
      .replaceAll(/<!--contact (.*?)-->/g, (_comment, sentence: string) =>
        contactIn(sentence, catalogue.configurations),
      )
      .replace(
        '</body>',
        () =>
          `${json('site', scriptJson(settings))}${json('catalogue', scriptJson({ lang, ...catalogue }))}${linkedData(described, read)}</body>`,
      );
    return { html: withMarkup(html, markup, lang), inline: inlineOf(ofSite), link: preloadsOf(ofSite) };
  };

  /** `page` is the built HTML; the site must exist. */
  return async (page: string, place: Place, request: Request): Promise<Response> => {
    const { site, base } = place;
    const offered = await recentLangs(deps, site);
    const { pathname, searchParams } = new URL(request.url);
    const code = searchParams.get('lang');
    const { id: lang } = offered.find(({ id }) => id === code) ??
      offered.find(({ is_default }) => is_default) ?? { id: defaultLang };
    const isTickets = isTicketBase(pathname);
    const key = `${base} ${pathname} ${lang} ${isTickets}`;
    const read = await recentCatalogue(deps, site, lang);
    const settings = pageSettings(deps, site, request.url);
    const sources = sourcesOf(settings, read.catalogue.configurations.bot_check ?? false);
    const scripts = JSON.stringify([sources, settings.gatagKey, settings.fingerprint]);
    const inputs = [page, read, deps.sites.find(site), deps.sites.settingsOf(site), scripts];
    const known = cache.get(key);
    if (known && inputs.every((input, index) => input === known.inputs[index])) return serveFile(known.file, request);
    const pageRequest = { ...place, settings, path: pathname, lang, isTickets };
    const { html, inline, link } = await fill(page, read, sources, pageRequest);
    const headers = { ...pageHeaders(inline, sources), ...(link && { link }) };
    const etag = `"${hashOf(html + JSON.stringify(headers)).slice(0, 27)}"`;
    /* The same page as before keeps its compressed bodies. */
    const file =
      known?.etag === etag
        ? known.file
        : { encoded: encoded(Buffer.from(html), true, 6), headers: { ...headers, etag, vary: 'accept-encoding' } };
    cache.set(key, { inputs, etag, file });
    return serveFile(file, request);
  };
};
