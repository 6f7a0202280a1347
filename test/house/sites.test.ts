import { describe, expect, it } from 'vitest';
import { demoCatalogue } from '#server/catalogue/demo/catalogues.ts';
import { type Lang, langs } from '#src/domain/lang.ts';
import { exampleFolder, readSiteFolder, siteFolders } from '#src/sites/folder.ts';
import { faultLine } from '#src/sites/read-site.ts';
import { settingsOf, siteCodes, siteOf } from '#test/tools/example-sites.ts';
import { speaks, textFaults, twice } from './sites.ts';
import { readText } from './source.ts';

const all = siteCodes.map(settingsOf);
const demoOf = (code: string) => {
  const found = demoCatalogue(code);
  if (!found) throw new Error(`${code} has no invented catalogue.`);
  return found;
};
const catalogues = siteCodes.map(demoOf);
const products = catalogues.flatMap((one) => one.products);
const sets = catalogues.flatMap((one) => one.set_products);

/** What every site must satisfy is in the schema of its folder, so a venue's own site is held to it and to nothing else. */
describe('the sites of the repository', () => {
  it.each(siteFolders(exampleFolder))('%s has a valid folder', (code) => {
    const { faults = [] } = readSiteFolder(exampleFolder, code);
    expect(faults.map((fault) => faultLine(code, fault))).toEqual([]);
  });

  it('include those of the demo', () => {
    expect(siteFolders(exampleFolder)).toEqual(expect.arrayContaining([...siteCodes]));
  });
});

/** Rules for the invented sites, which are examples and test data. */
describe.each(siteCodes.map((code) => ({ code })))('the demo site $code', ({ code }) => {
  const demo = demoOf(code);
  const own = demo.languages.map(({ id }) => id);
  const offered = [...own].sort();
  it.each(langs)('has a title in %s', (lang) => {
    const { title } = settingsOf(code);
    expect(speaks(title[lang], lang), title[lang]).toBe(true);
    expect(title[lang]).not.toBe(code);
  });

  it.each(langs)('says in %s what is to be seen, where and when', (lang) => {
    const { map, period: _, ...texts } = settingsOf(code).exhibition;
    for (const text of Object.values(texts)) expect(speaks(text[lang], lang), text[lang]).toBe(true);
    expect(map).toBe('');
  });

  it.each(own)('has all its texts in %s', (lang) => {
    expect(textFaults(demo, lang)).toEqual([]);
  });

  it('speaks the languages of its catalogue', () => {
    const { title, exhibition } = JSON.parse(readText(`src/sites/${code}/site.json`));
    const { name, place, openingHours, picture } = exhibition;
    for (const texts of [title, name, place, openingHours, picture]) expect(Object.keys(texts).sort()).toEqual(offered);
    const { legal, representative, operator_address: inJapanese } = siteOf(code).operation.configurations;
    for (const texts of [legal?.seller, legal?.phone_hours, legal?.court])
      expect(Object.keys(texts ?? {}).sort()).toEqual(offered);
    const abroad = offered.filter((lang) => lang !== 'ja');
    expect(inJapanese).not.toBe('');
    expect(Object.keys(legal?.address ?? {}).sort()).toEqual(abroad);
    expect(Object.keys(legal?.representative ?? {}).sort()).toEqual(representative === '' ? [] : abroad);
  });
});

describe('all demo sites together', () => {
  it('have unique uuids and keys', () => {
    const uuids = [...products, ...sets].map(({ uuid }) => uuid);
    expect(twice(uuids)).toEqual([]);
    expect(
      uuids.filter((uuid) => !/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(uuid)),
    ).toEqual([]);
    expect(twice(products.flatMap(({ options }) => options.map(({ id }) => id)))).toEqual([]);
    const spans = products.flatMap(({ time_spans }) => time_spans.map(({ id }) => id));
    expect(twice(spans)).toEqual([]);
  });

  it.each(langs)('have unique titles in %s', (lang: Lang) => {
    expect(twice(all.map(({ title }) => title[lang]))).toEqual([]);
  });
});

describe('the rules', () => {
  it.each([
    ['ja', '입장권'],
    ['en', '入館'],
    ['zh-hans', '入館チケット'],
    ['kr', '입장券'],
    ['ja', ' '],
  ] as const)('report for %s the foreign text “%s”', (lang, text) => {
    expect(speaks(text, lang)).toBe(false);
  });

  const borderless = demoOf('borderless');
  it('report a missing text, and a naming right in one language only', () => {
    const [row] = borderless.payment_methods;
    const words = { ...row?.words, kr: { name: '', note: row?.words.kr?.note ?? '' } };
    const lacking = { ...borderless, payment_methods: row ? [{ ...row, words }] : [] };
    expect(textFaults(lacking, 'kr')).toEqual(['stripe_secure.name']);
    const [product] = borderless.products;
    const ja = product?.words.ja;
    const named = { ...product?.words, ...(ja ? { ja: { ...ja, naming_right: '月島電機' } } : {}) };
    const half = { ...borderless, products: product ? [{ ...product, words: named }] : [] };
    expect(textFaults(half, 'en')).toEqual([`${product?.uuid}.naming_right`]);
  });
});
