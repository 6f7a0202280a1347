import type { Hono } from 'hono';
import type { Graph, ItemAvailability, Offer } from 'schema-dts';
import * as v from 'valibot';
import { recentLangs } from '#server/catalogue/languages.ts';
import { readLocaleTexts } from '#server/shared/locale-texts.ts';
import { rootOf } from '#server/shared/site-address.ts';
import type { WebDeps } from '#server/web/deps.ts';
import { createOrigin } from '#server/web/http/origin.ts';
import type { Variables } from '#server/web/http/variables.ts';
import { apiPrefix } from '#src/api/contract/index.ts';
import { htmlLang, type Lang } from '#src/domain/lang.ts';
import type { Product, ProductState } from '#src/domain/product.ts';
import type { Language } from '#src/domain/shop.ts';
import type { SiteCode, SiteSettings } from '#src/domain/site.ts';

/** A text of visitors or operators in HTML and XML. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** A page as search engines and link previews describe it. `base`: the site's address without a trailing slash. */
export type DescribedPage = {
  settings: SiteSettings;
  base: string;
  lang: Lang;
  langs: readonly Language[];
  /** Address of the picture in previews; null without one. */
  picture: string | null;
  /** Whether it is the page below `/tickets/`, which all links to tickets lead to. */
  isTickets: boolean;
  /** Whether search engines may list the shop. */
  isListed: boolean;
};

const notices = readLocaleTexts('notices.json', v.object({ ticket_preview: v.string() }));

/** The address of a site's page in a language. */
const pageIn = (base: string, { id, is_default }: Pick<Language, 'id' | 'is_default'>): string =>
  `${base}/${is_default ? '' : `?lang=${id}`}`;

/** The days of an exhibition, such as "October 1 – December 20, 2026"; '' where it has none. */
const daysOf = ({ exhibition: { period } }: SiteSettings, lang: Lang): string => {
  if (period === null) return '';
  const format = new Intl.DateTimeFormat(htmlLang[lang], { dateStyle: 'long', timeZone: 'UTC' });
  return format.formatRange(new Date(period.from), new Date(period.to));
};

/** Name, days, place and hours, in this sequence because previews cut off the end. */
const descriptionOf = (settings: SiteSettings, lang: Lang): string => {
  const { name, place, openingHours } = settings.exhibition;
  return [name[lang], daysOf(settings, lang), place[lang], openingHours[lang]].filter(Boolean).join(' · ');
};

const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escaped(content)}">\n`;

const link = (rel: string, href: string, more = ''): string => `<link rel="${rel}"${more} href="${escaped(href)}">\n`;

/** The preview of a ticket's link names neither product nor day nor holder: it is shown before the link is opened. */
const textsOf = ({ settings, lang, isTickets }: DescribedPage) => ({
  title: isTickets
    ? notices[lang].ticket_preview.replace('{name}', () => settings.exhibition.name[lang])
    : settings.title[lang],
  description: isTickets ? settings.title[lang] : descriptionOf(settings, lang),
});

/** Links to the page in each language of the site; the default language stands for all others (`x-default`). */
const addressesOf = ({ base, lang, langs }: DescribedPage): string =>
  langs
    .flatMap((language) => {
      const href = pageIn(base, language);
      const alternate = (code: string) => link('alternate', href, ` hreflang="${code}"`);
      return [
        ...(language.id === lang ? [link('canonical', href), meta('property', 'og:url', href)] : []),
        alternate(htmlLang[language.id]),
        ...(language.is_default ? [alternate('x-default')] : []),
      ];
    })
    .join('');

/** Elements by which search engines and previews of links describe a page. */
export const headTags = (page: DescribedPage): string => {
  const { settings, lang, picture, isTickets, isListed } = page;
  const { title, description } = textsOf(page);
  return [
    meta('name', 'description', description),
    ...(isTickets || !isListed ? [meta('name', 'robots', 'noindex')] : []),
    ...(isTickets ? [] : [addressesOf(page)]),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:site_name', settings.exhibition.name[lang]),
    ...(picture === null
      ? []
      : [meta('property', 'og:image', picture), meta('property', 'og:image:alt', settings.exhibition.picture[lang])]),
    meta('name', 'twitter:card', picture === null ? 'summary' : 'summary_large_image'),
  ].join('');
};

/** Availability by the seats of the next days; without any, later days may still have some, so nothing is said. */
const availabilityOf: Partial<Record<ProductState['state'], ItemAvailability>> = {
  plenty: 'https://schema.org/InStock',
  few: 'https://schema.org/LimitedAvailability',
};

/** A product's cheapest ticket that costs something. */
const offerOf = (product: Product, state: ProductState['state'], url: string): Offer => ({
  '@type': 'Offer',
  name: product.product_name,
  price: product.price_from,
  priceCurrency: 'JPY',
  url,
  validFrom: `${product.sale_from}T00:00:00+09:00`,
  validThrough: `${product.sale_to}T23:59:59+09:00`,
  ...(availabilityOf[state] && { availability: availabilityOf[state] }),
});

/**
 * The venue for search engines (schema.org): an event where the site names the days of an exhibition, otherwise an attraction, whose
 * tickets are offers beside it, since a place has none.
 */
export const structuredData = (
  page: DescribedPage,
  products: readonly Product[],
  states: readonly ProductState[],
): Graph => {
  const { settings, base, lang, langs, picture } = page;
  const { exhibition } = settings;
  const url = pageIn(base, langs.find(({ id }) => id === lang) ?? { id: lang, is_default: true });
  const described = {
    name: exhibition.name[lang],
    description: descriptionOf(settings, lang),
    url,
    ...(picture !== null && { image: picture }),
  };
  const address = exhibition.place[lang];
  const stateOf = ({ uuid }: Product) => states.find(({ product_uuid }) => product_uuid === uuid)?.state ?? 'closed';
  const offers = products.map((product) => offerOf(product, stateOf(product), url));
  const inLanguage = htmlLang[lang];
  if (exhibition.period) {
    const { from, to } = exhibition.period;
    const location = { '@type': 'Place', name: address, address } as const;
    const event = { '@type': 'ExhibitionEvent', startDate: from, endDate: to, location, offers, inLanguage } as const;
    return { '@context': 'https://schema.org', '@graph': [{ ...event, ...described }] };
  }
  const place = { '@type': 'TouristAttraction', '@id': `${base}/#place`, address } as const;
  const here = { availableAtOrFrom: { '@id': place['@id'] } } as const;
  const graph = [{ ...place, ...described }, ...offers.map((offer) => ({ ...offer, ...here }))];
  return { '@context': 'https://schema.org', '@graph': graph };
};

const entriesOf = async (deps: WebDeps, site: SiteCode, origin: string): Promise<string[]> => {
  const langs = await recentLangs(deps, site);
  const root = rootOf(deps.sites, site, origin);
  const alternates = langs.map(
    (lang) => `<xhtml:link rel="alternate" hreflang="${htmlLang[lang.id]}" href="${escaped(pageIn(root, lang))}"/>`,
  );
  return langs.map((lang) => `<url><loc>${escaped(pageIn(root, lang))}</loc>${alternates.join('')}</url>`);
};

/** `robots.txt` and `sitemap.xml` of a host: of its site, or of every site on sale where it serves them all. */
export const crawlerRoutes = (app: Hono<Variables>, deps: WebDeps): void => {
  const originOf = createOrigin(deps);
  /** The shop's origin, or that of the site's own host. */
  const hostOrigin = (url: string): string => {
    const site = deps.sites.ofHost(new URL(url).hostname);
    return site === null ? originOf(url) : rootOf(deps.sites, site, originOf(url));
  };
  app.get('/robots.txt', (c) => {
    const rules = ['User-agent: *', `Disallow: ${apiPrefix}/`, `Disallow: /*${apiPrefix}/`];
    const text = [...rules, `Sitemap: ${hostOrigin(c.req.url)}/sitemap.xml`, ''].join('\n');
    return c.body(text, 200, { 'content-type': 'text/plain; charset=utf-8' });
  });
  app.get('/sitemap.xml', async (c) => {
    const { sites } = deps;
    const bound = sites.ofHost(new URL(c.req.url).hostname);
    const listed = (bound === null ? [...sites] : [bound]).filter((site) => !sites.isClosed(site));
    const urls = await Promise.all(listed.map((site) => entriesOf(deps, site, originOf(c.req.url))));
    const names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${names}>${urls.flat().join('\n')}</urlset>\n`;
    return c.body(xml, 200, { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'no-cache' });
  });
};
