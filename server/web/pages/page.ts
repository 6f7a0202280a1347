import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { recentLangs } from '#server/catalogue/languages.ts';
import { hashOf } from '#server/core/crypto.ts';
import { faultOf, type Log } from '#server/core/log.ts';
import { type ScriptRule, settingsForShared } from '#server/shared/sites/scripts.ts';
import type { WebDeps } from '#server/web/deps.ts';
import { encoderOf, etagOf, type File, serveFile } from '#server/web/http/encode.ts';
import { type PageSources, pageHeaders, pageSources } from '#server/web/http/headers.ts';
import { readCatalogue } from '#server/web/routes/catalogue.ts';
import { apiPrefix } from '#src/api/contract/index.ts';
import { venueDay } from '#src/domain/dates.ts';
import { defaultLang, htmlLang, type Lang } from '#src/domain/lang.ts';
import { isTicketBase, type Markup, type MarkupInput, type RenderMarkup } from '#src/domain/markup.ts';
import type { SiteCode, SiteSettings } from '#src/domain/site.ts';
import { type DescribedPage, headTags, structuredData } from './head.ts';
import { inlineOf, json, onlyPartsOf, preloadsOf, scriptJson, withMarkup, withNotices, withRoot } from './page-html.ts';

type Renderer = { renderMarkup: RenderMarkup };

/**
 * Imports what the build has made of the page's components (src/first-paint/markup.tsx): the one place where the server runs code of the
 * client. Null where the app was built without.
 */
const importRenderer = async (clientFolder: string): Promise<Renderer | null> => {
  const file = join(clientFolder, '../page/markup.js');
  return existsSync(file) ? import(pathToFileURL(file).href) : null;
};

type Rendered = { version: string; markup: Promise<Markup | null> };

/**
 * First screens as HTML, rendered once and then shared until catalogue, settings or the venue's day change
 * (docs/architecture.md#first-screen). Null, and one line in the log, where a screen cannot be rendered: the page then does it.
 * `now`: ms since 1970.
 */
export const createFirstScreens = (deps: { clientFolder: string; log: Log }, now: () => number = Date.now) => {
  const all = new Map<string, Rendered>();
  let renderer: Promise<Renderer | null> | null = null;
  const renderNow = async (input: MarkupInput): Promise<Markup | null> => {
    try {
      renderer ??= importRenderer(deps.clientFolder);
      return (await (await renderer)?.renderMarkup(input)) ?? null;
    } catch (thrown) {
      deps.log('error', 'first_screen_failed', { site: input.site.code, lang: input.lang, ...faultOf(thrown) });
      return null;
    }
  };
  return (input: MarkupInput): Promise<Markup | null> => {
    const { site, lang, catalogue, place } = input;
    const key = [site.code, lang, place.path, place.api].join(' ');
    const version = hashOf(JSON.stringify([venueDay(now()), site, catalogue, place]));
    const known = all.get(key);
    if (known?.version === version) return known.markup;
    const rendered = { version, markup: renderNow(input) };
    all.set(key, rendered);
    return rendered.markup;
  };
};

/** The site of the page, and its address as the request has it. */
type Place = { site: SiteCode; base: string };

type PageRequest = Place & { settings: SiteSettings; path: string; lang: Lang; isTickets: boolean };

/** The element by which search engines know what a page sells. Browsers run no script of this type. */
const linkedData = (described: DescribedPage, { catalogue, states }: Read): string =>
  described.isTickets
    ? ''
    : `<script type="application/ld+json">${scriptJson(structuredData(described, catalogue.products, states))}</script>\n`;

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

/**
 * Serves a site's page: the built one with the site's settings and skin, the environment and the replies of the catalogue calls
 * (`<script type="application/json" id="catalogue">`), which saves six requests before the first screen. The three replies that
 * depend on the language are used only by a page in that language.
 */
export const createPages = (deps: WebDeps) => {
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

  const fillPage = async (page: string, read: Read, sources: PageSources, request: PageRequest) => {
    const { site, settings, base, path, lang, isTickets } = request;
    const { catalogue } = read;
    const api = `${new URL(base).pathname.replace(/\/$/, '')}${apiPrefix}`;
    const { field_templates: fieldTemplates, paymentmethods: methods, ...rest } = catalogue;
    const place = { environment: deps.env, path, api };
    const markup = await firstScreen({ site: settings, lang, catalogue: { ...rest, fieldTemplates, methods }, place });
    /* Parts with `data-of` stay where all its words apply; the texts of the first screen (`first`) come with its markup. */
    const variants = [lang, isTickets ? 'tickets' : 'store', ...(markup ? [] : ['first'])];
    const [env, scripts] = [deps.env, sources.script.join(' ')];
    const root = { lang: htmlLang[lang], 'data-site': site, 'data-api': api, 'data-env': env, 'data-scripts': scripts };
    const styles = stylesOf(site, isTickets);
    const siteHtml = withRoot(onlyPartsOf(page, variants), root).replace('</head>', () => `${styles}</head>`);
    const preview = deps.sites.find(site)?.preview;
    const described: DescribedPage = {
      ...request,
      langs: catalogue.langs,
      picture: preview ? new URL(preview.address, base).href : null,
      isListed: deps.env === 'production',
    };
    const data = [
      json('site', scriptJson(settings)),
      json('catalogue', scriptJson({ lang, ...catalogue })),
      linkedData(described, read),
    ];
    const html = withNotices(siteHtml, lang, catalogue.configurations, settings.title)
      /* Before the styles: some readers of previews take the first 32 kB. */
      .replace('<title>', () => `${headTags(described)}<title>`)
      .replace('</body>', () => `${data.join('')}</body>`);
    return { html: withMarkup(html, markup, lang), inline: inlineOf(siteHtml), link: preloadsOf(siteHtml) };
  };

  /** `page` is the built HTML; the site must exist. */
  return async (page: string, place: Place, request: Request): Promise<Response> => {
    const { site, base } = place;
    const offered = await recentLangs(deps, site);
    const { pathname, searchParams } = new URL(request.url);
    const code = searchParams.get('lang');
    const { id: lang } = offered.find(({ id }) => id === code) ??
      offered.find(({ is_default }) => is_default) ?? { id: defaultLang };
    const file = await deps.recent.of(`html ${base} ${pathname} ${lang}`, async (): Promise<File> => {
      const read = await deps.recent.of(`page ${site} ${lang}`, () => readCatalogue(deps, site, lang));
      const settings = pageSettings(deps, site, request.url);
      const sources = sourcesOf(settings, read.catalogue.configurations.bot_check ?? false);
      const pageRequest = { ...place, settings, path: pathname, lang, isTickets: isTicketBase(pathname) };
      const { html, inline, link } = await fillPage(page, read, sources, pageRequest);
      const headers = { ...pageHeaders(inline, sources), ...(link && { link }) };
      const etag = etagOf(html + JSON.stringify(headers));
      return { encode: encoderOf(Buffer.from(html), true, 6), headers: { ...headers, etag, vary: 'accept-encoding' } };
    });
    return serveFile(file, request);
  };
};
