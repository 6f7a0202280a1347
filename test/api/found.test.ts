import { parseXml } from '@rgrove/parse-xml';
import { type Document, Window } from 'happy-dom';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { openDrawings } from '#server/shared/drawings/drawings.ts';
import { pngOf } from '#server/shared/drawings/png.ts';
import { openSites } from '#server/shared/sites/open-sites.ts';
import { addDays } from '#src/domain/dates.ts';
import { htmlLang, langs } from '#src/domain/lang.ts';
import type { DayStock, Product } from '#src/domain/product.ts';
import { exampleFolder, siteFolders } from '#src/sites/folder.ts';
import { zoom } from '#src/sites/preview-drawing.ts';
import { sampled } from '#test/tools/sample.ts';
import { tomorrow } from './kit/buyer.ts';
import { clientFolder } from './kit/own-sites.ts';
import { temporaryFolder } from './kit/process.ts';
import { forFile, startShop } from './kit/shop.ts';

/** Pages as search engines and previews of links read them: without scripts. */
const folder = clientFolder(
  `<!doctype html><html><head><title></title><style>${'a{}'.repeat(20_000)}</style></head><body></body></html>`,
  {},
);
const codes = siteFolders(exampleFolder);
const log = () => undefined;
const sites = openSites({ folders: [exampleFolder], only: codes, home: 'borderless', log });
const origin = 'https://tickets.example';
const shop = await forFile(startShop({ clientFolder: folder, sites, env: 'production', publicUrl: origin }));

/** Some readers of previews take the first 32 kB of a page; search engines read on. */
const read = async (path: string, from = shop, kilobytes = 32): Promise<Document> => {
  const html = (await (await fetch(`${from.url}${path}`)).text()).slice(0, kilobytes * 1_000);
  const { DOMParser } = new Window();
  return new DOMParser().parseFromString(html, 'text/html');
};
/** Each language of a site with the address of its page. */
const pagesOf = async (code: string): Promise<Record<string, string>> => {
  const { url } = shop;
  const reply = await fetch(`${url}/${code}/api/v1/langs`);
  const offered: { id: string; is_default: boolean }[] = await reply.json();
  const base = `${origin}${code === 'borderless' ? '' : `/${code}`}/`;
  return Object.fromEntries(offered.map(({ id, is_default }) => [id, is_default ? base : `${base}?lang=${id}`]));
};
// biome-ignore lint/suspicious/noExplicitAny: JSON of a page
type Linked = Record<string, any>;
const meta = (page: Document, name: string): string | null =>
  page.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content') ?? null;
const hrefs = (page: Document, rel: string): [string | null, string | null][] =>
  [...page.querySelectorAll(`head link[rel="${rel}"]`)].map((link) => [
    link.getAttribute('hreflang'),
    link.getAttribute('href'),
  ]);
/** The venue and its offers, as search engines read them. */
const linkedData = async (base: string): Promise<{ thing: Linked; offers: Linked[] }> => {
  const page = await read(`${base}/?lang=en`, shop, 1_000);
  const { '@graph': graph } = JSON.parse(page.querySelector('script[type="application/ld+json"]')?.textContent ?? '');
  return { thing: graph[0], offers: graph[0].offers ?? graph.slice(1) };
};

const others = codes.filter((code) => code !== 'borderless');
describe.each(sampled('pages of sites', [['borderless'], others]))('the page of %s', (code) => {
  const base = code === 'borderless' ? '' : `/${code}`;
  const { title, exhibition } = sites.settingsOf(code);

  it.each(langs)('says in %s what a link to it shows', async (lang) => {
    const page = await read(`${base}/?lang=${lang}`);
    expect(meta(page, 'og:title')).toBe(title[lang]);
    for (const name of ['description', 'og:description']) {
      expect(meta(page, name)).toContain(exhibition.name[lang]);
      expect(meta(page, name)).toContain(exhibition.place[lang]);
    }
    expect(meta(page, 'og:image:alt')).toBe(exhibition.picture[lang]);
    expect(meta(page, 'twitter:card')).toBe('summary_large_image');
    expect(meta(page, 'robots')).toBeNull();
    const own = (await pagesOf(code))[lang];
    expect([hrefs(page, 'canonical'), meta(page, 'og:url')]).toEqual([[[null, own]], own]);
    expect(hrefs(page, 'alternate')).toContainEqual([htmlLang[lang], own]);
    expect(hrefs(page, 'alternate')).toContainEqual(['x-default', `${origin}${base}/`]);
  });

  it('has a picture of 1200 by 630 pixels', async () => {
    const address = new URL(meta(await read(`${base}/`), 'og:image') ?? '');
    expect([address.origin, address.pathname]).toEqual([origin, sites.find(code)?.preview?.address]);
    const drawing = sites.find(code)?.preview?.drawing ?? new Uint8Array();
    const { width, height, data } = PNG.sync.read(Buffer.from(await pngOf(new TextDecoder().decode(drawing), zoom)));
    expect([width, height]).toEqual([1_200, 630]);
    const colors = new Set(Array.from({ length: width * height }, (_, at) => data.readUInt32BE(at * 4)));
    expect(colors.size).toBeGreaterThan(20);
  });

  it('tells search engines what is sold, with the fields that Google requires', async () => {
    const { thing, offers } = await linkedData(base);
    if (exhibition.period) {
      expect(thing).toMatchObject({ startDate: exhibition.period.from, endDate: exhibition.period.to });
      expect(thing.location).toMatchObject({ '@type': 'Place', address: exhibition.place.en });
    } else expect(thing['@type']).toBe('TouristAttraction');
    expect(thing).toMatchObject({ name: exhibition.name.en, image: expect.stringMatching(/\.png$/) });
    const products = await shop.call('getProducts', { query: { lang: 'en' } });
    if (code === 'borderless')
      expect(offers.map(({ name, price }) => [name, price])).toEqual(
        products.map(({ product_name, price_from }) => [product_name, price_from]),
      );
    for (const offer of offers) expect(offer).toMatchObject({ priceCurrency: 'JPY', url: thing.url });
  });

  it('says an offer of a day is available where the next days have seats for it', async () => {
    const call = async (path: string) => (await fetch(`${shop.url}/${code}/api/v1/products${path}`)).json();
    const products: Product[] = await call('?lang=en');
    const ofDays = products.filter(({ sale_type }) => sale_type !== 'period');
    const states = await Promise.all(
      ofDays.map(async ({ uuid }) => {
        const range = `from=${addDays(tomorrow, -1)}&to=${addDays(tomorrow, 12)}`;
        const { days } = await call(`/search?lang=en&product_uuid=${uuid}&${range}`);
        const found = new Set(days.map(({ state }: DayStock) => state));
        if (found.has('plenty')) return 'https://schema.org/InStock';
        return found.has('few') ? 'https://schema.org/LimitedAvailability' : undefined;
      }),
    );
    const { offers } = await linkedData(base);
    const offered = ofDays.map(({ product_name }) => offers.find(({ name }) => name === product_name));
    expect(offered.map((offer) => offer?.availability)).toEqual(states);
  });

  it('of a ticket says neither what it is for nor when, and is not listed', async () => {
    const page = await read(`${base}/tickets/?lang=en`, shop, 1_000);
    expect(meta(page, 'og:title')).toBe(`A ticket for ${exhibition.name.en}`);
    expect(meta(page, 'robots')).toBe('noindex');
    expect([hrefs(page, 'canonical'), hrefs(page, 'alternate'), meta(page, 'og:url')]).toEqual([[], [], null]);
    expect(page.querySelector('script[type="application/ld+json"]')).toBeNull();
    const shown = ['og:title', 'og:description', 'description'].map((name) => meta(page, name)).join();
    expect(shown).not.toMatch(/\d{4}|Admission/);
  });
});

describe('search engines', () => {
  it('find the pages of every site in each language, and no call of the API', async () => {
    const robots = await (await fetch(`${shop.url}/robots.txt`)).text();
    expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`);
    expect(robots).toContain('Disallow: /api/v1/');
    const listed = parseXml(await (await fetch(`${shop.url}/sitemap.xml`)).text())
      .text.trim()
      .split('\n');
    const pages = await Promise.all(codes.map(async (code) => Object.values(await pagesOf(code))));
    expect(listed.sort()).toEqual(pages.flat().sort());
  });

  it('are asked not to list a demo, whose picture is served once it is drawn', async () => {
    const { folder: stored, remove } = temporaryFolder();
    const drawings = await forFile(openDrawings({ folder: stored, log }));
    const only = openSites({ folders: [exampleFolder], only: ['mori'], home: 'mori', drawings, log });
    const demo = await forFile(startShop({ clientFolder: folder, sites: only }));
    await drawings.settled();
    const page = await read('/', demo);
    expect(meta(page, 'robots')).toBe('noindex');
    const reply = await fetch(meta(page, 'og:image') ?? '');
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/png']);
    remove();
  });
});

it.each([
  ['/nosuch', 'ko-KR,ko;q=0.9,en;q=0.8', 'ko', '찾을 수 없습니다', '?lang=kr'],
  ['/nosuch', 'zh-TW,zh;q=0.9', 'zh-Hant', '找不到', '?lang=zh-hant'],
  ['/nosuch', 'fr,*;q=0.1', 'ja', '見つかりませんでした', ''],
  ['/nosuch?lang=en', 'ja', 'en', 'No Found', '?lang=en'],
])(
  'an unknown address %s for a browser of %s is answered in %s, with links to the shops',
  async (path, accepted, lang, text, query) => {
    const reply = await fetch(`${shop.url}${path}`, { headers: { 'accept-language': accepted } });
    const html = await reply.text();
    expect([reply.status, html.includes(`<html lang="${lang}">`)]).toEqual([404, true]);
    expect(html).toContain(text);
    for (const code of codes) expect(html).toContain(`${origin}${code === 'borderless' ? '' : `/${code}`}/${query}"`);
  },
);
