import { describe, expect, it } from 'vitest';
import { demoCatalogue, demoSites } from '#server/catalogue/demo/catalogues.ts';
import { demoOn } from '#server/catalogue/demo/demo-days.ts';
import { couponCode } from '#src/domain/coupon.ts';
import { contrast } from '#src/domain/ink.ts';
import { type Lang, langs } from '#src/domain/lang.ts';
import { exampleFolder, readSiteFolder, siteFolders } from '#src/sites/folder.ts';
import { faultLine } from '#src/sites/read-site.ts';
import { settingsOf, siteCodes, siteOf } from '#test/tools/example-sites.ts';
import { readCatalogue } from './messages.ts';
import { drawingOf, fieldFaults, speaks, textFaults, twice } from './sites.ts';
import { readText } from './source.ts';

const catalogue = readCatalogue('en');
const all = siteCodes.map(settingsOf);
const demoOf = (code: string) => {
  const found = demoCatalogue(code);
  if (!found) throw new Error(`${code} has no invented catalogue.`);
  return found;
};
const catalogues = siteCodes.map(demoOf);
const products = catalogues.flatMap((one) => one.products);
const sets = catalogues.flatMap((one) => one.set_products);
const onWhite = (color: string) => contrast(color.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3'), '#ffffff');
const markOf = (path: string) =>
  drawingOf(new TextDecoder().decode(siteOf(path.split('/')[2] ?? '').pictures.get(path)?.bytes));

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
    const { map, ...texts } = settingsOf(code).exhibition;
    for (const text of Object.values(texts)) expect(speaks(text[lang], lang), text[lang]).toBe(true);
    expect(map).toBe('');
  });

  it('has a logo in white, in black, and larger for print: the same mark', () => {
    const { header, print } = settingsOf(code).logo;
    const [white, black, printed] = [header.white, header.black, print.src].map(markOf);
    expect(printed).toEqual(black);
    expect(white?.lines).toBe(black?.lines);
    for (const color of white?.colors ?? []) expect(onWhite(color)).toBe(1);
    for (const color of black?.colors ?? []) expect(onWhite(color)).toBeGreaterThan(4.5);
  });

  it('offers the payment methods of its settings, including the free one', () => {
    const { methods: offered } = settingsOf(code);
    expect(demo.payment_methods.map(({ id }) => id)).toEqual(offered);
    expect(offered).toContain('free');
    const least = { stripe: 50, stripe_secure: 50, alipay: 50, free: 0 };
    for (const { id, min_amount } of demo.payment_methods) expect(min_amount).toBe({ ...least }[id as 'free'] ?? 1);
  });

  it.each(own)('has all its texts in %s', (lang) => {
    expect(textFaults(demo, lang)).toEqual([]);
  });

  it('explains how to visit, and overrides the same existing texts in every language', () => {
    const ids = Object.keys(demo.texts.ja ?? {});
    expect(ids).toContain('order_visit_notice');
    expect(ids.filter((id) => !(id in catalogue))).toEqual([]);
    for (const lang of own) expect(Object.keys(demo.texts[lang] ?? {}), lang).toEqual(ids);
  });

  it('has every customer field once, with a suitable option list', () => {
    expect(fieldFaults(demo.field_templates)).toEqual([]);
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

  it('names its operator, who can be reached', () => {
    const { configurations } = siteOf(code).operation;
    expect(configurations).toMatchObject({ tax_rate: 10 });
    expect(configurations.contact_mail).toMatch(/^[a-z]+@[a-z-]+\.example$/);
    expect(configurations.contact_phone).toMatch(/^0\d+-\d+-\d{3,4}$/);
  });

  it('sells one to three products, not too many slots, and seats for a season', () => {
    expect(demo.products.length).toBeGreaterThanOrEqual(1);
    expect(demo.products.length).toBeLessThanOrEqual(3);
    const day = '2026-11-20';
    const spans = demoOn(demo, { today: day, first: day }).products.flatMap(({ time_spans }) => time_spans);
    expect(spans.length).toBeLessThan(1800);
    for (const { sale_type, time_spans, options, max_quantity } of demo.products) {
      if (sale_type === 'period') for (const { capacity } of time_spans) expect(capacity).toBeGreaterThanOrEqual(5000);
      expect(options.length).toBeGreaterThan(0);
      for (const { min, max } of options) expect([min, max <= max_quantity]).toEqual([0, true]);
    }
  });

  it('offers sets only with its own products, and coupons as they are typed', () => {
    const uuids = demo.products.map(({ uuid }) => uuid);
    expect(demo.set_products.flatMap((set) => set.products).filter((uuid) => !uuids.includes(uuid))).toEqual([]);
    expect(demo.set_products.filter((set) => set.products.length === 0)).toEqual([]);
    expect(demo.set_products.length).toBeLessThanOrEqual(2);
    const codes = demo.coupons.map(({ code }) => code);
    expect(codes.map(couponCode)).toEqual(codes);
    expect(codes).toEqual(demoOf('borderless').coupons.map(({ code }) => code));
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

  it('are those with a folder', () => {
    expect([...demoSites].sort()).toEqual([...siteCodes].sort());
  });

  it.each(langs)('have unique titles in %s', (lang: Lang) => {
    expect(twice(all.map(({ title }) => title[lang]))).toEqual([]);
  });

  it('have unique colours, pictures and logos', () => {
    expect(twice(siteCodes.map((code) => siteOf(code).styles.artwork.split('url')[1] ?? ''))).toEqual([]);
    expect(twice(siteCodes.map((code) => /--accent:[^;}]*/.exec(siteOf(code).styles.skin)?.[0] ?? ''))).toEqual([]);
    expect(twice(all.map(({ ticketHeaderColor }) => ticketHeaderColor.pc))).toEqual([]);
    expect(twice(all.map(({ logo }) => markOf(logo.header.black).lines))).toEqual([]);
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

  it.each([
    { field_name: 'phone', is_display: false, is_require: true, list: null, fault: 'phone is required unseen' },
    { field_name: 'email', is_display: true, is_require: false, list: null, fault: 'email is not required' },
    { field_name: 'gender', is_display: true, is_require: false, list: 'age_bands', fault: 'gender as age_bands' },
  ] as const)('report that $fault', ({ fault, ...row }) => {
    const others = borderless.field_templates.filter(({ field_name }) => field_name !== row.field_name);
    expect(fieldFaults([...others, row])).toEqual([fault]);
    expect(fieldFaults([...borderless.field_templates, row])).toContain(`${row.field_name} stands 2 times`);
    expect(fieldFaults(others)).toEqual([`${row.field_name} stands 0 times`]);
  });
});
