import { describe, expect, it } from 'vitest';
import { sites } from '#server/catalogue/demo/sites.ts';
import { spansOf } from '#server/catalogue/demo/time-spans.ts';
import { contrast } from '#src/domain/ink.ts';
import { type Lang, langs } from '#src/domain/lang.ts';
import { exampleFolder, readSiteFolder, siteFolders } from '#src/sites/folder.ts';
import { faultLine } from '#src/sites/read-site.ts';
import { settingsOf, siteCodes, siteOf } from '#test/tools/example-sites.ts';
import { readCatalogue } from './messages.ts';
import { drawingOf, fieldFaults, speaks, textFaults, twice } from './sites.ts';

const catalogue = readCatalogue('en');
const all = siteCodes.map(settingsOf);
const seeds = siteCodes.map((code) => sites[code]);
const products = seeds.flatMap((seed) => seed.products);
const sets = seeds.flatMap((seed) => seed.sets);
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
  const seed = sites[code];
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
    expect(seed.methods.map(({ id }) => id)).toEqual(offered);
    expect(offered).toContain('free');
    const least = { stripe: 50, stripe_secure: 50, alipay: 50, free: 0 };
    for (const { id, min_amount } of seed.methods) expect(min_amount).toBe({ ...least }[id as 'free'] ?? 1);
  });

  it.each(langs)('has all its texts in %s', (lang) => {
    expect(textFaults(seed, lang)).toEqual([]);
  });

  it('explains how to visit, and overrides the same existing texts in every language', () => {
    const ids = Object.keys(seed.texts.ja);
    expect(ids).toContain('order_visit_notice');
    expect(ids.filter((id) => !(id in catalogue))).toEqual([]);
    for (const lang of langs) expect(Object.keys(seed.texts[lang]), lang).toEqual(ids);
  });

  it('has every customer field once, with a suitable option list', () => {
    expect(fieldFaults(seed.fields)).toEqual([]);
  });

  it('names its operator, who can be reached', () => {
    const { configurations } = siteOf(code).operation;
    expect(configurations).toMatchObject({ tax_rate: 10 });
    expect(configurations.contact_mail).toMatch(/^[a-z]+@[a-z-]+\.example$/);
    expect(configurations.contact_phone).toMatch(/^0\d+-\d+-\d{3,4}$/);
  });

  it('sells one to three products, not too many slots, and seats for a season', () => {
    expect(seed.products.length).toBeGreaterThanOrEqual(1);
    expect(seed.products.length).toBeLessThanOrEqual(3);
    expect(seed.products.flatMap((product) => spansOf(product, '2026-11-20', 90, 1)).length).toBeLessThan(1800);
    for (const { sale_type, every, opens, closes, capacity, options, max_quantity } of seed.products) {
      if (sale_type === 'time') expect((closes - opens) % (every ?? 30)).toBe(0);
      if (sale_type === 'period') expect(capacity).toBeGreaterThanOrEqual(5000);
      expect(options.length).toBeGreaterThan(0);
      for (const { min, max } of options) expect([min, max <= max_quantity]).toEqual([0, true]);
    }
  });

  it('offers sets only with its own products', () => {
    const keys = seed.products.map(({ key }) => key);
    expect(seed.sets.flatMap((set) => set.with).filter((key) => !keys.includes(key))).toEqual([]);
    expect(seed.sets.length).toBeLessThanOrEqual(2);
  });
});

describe('all demo sites together', () => {
  it('have unique uuids and keys', () => {
    const uuids = [...products, ...sets].map(({ uuid }) => uuid);
    expect(twice(uuids)).toEqual([]);
    expect(
      uuids.filter((uuid) => !/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(uuid)),
    ).toEqual([]);
    expect(twice([...products, ...sets].map(({ key }) => key))).toEqual([]);
    // Ids are built from keys, so an option's id must not equal another product's key.
    const options = products.flatMap(({ key, options: rows }) => rows.map((option) => `${key}-${option.key}`));
    expect(twice([...options, ...products.map(({ key }) => key)])).toEqual([]);
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
    ['zh-hant', ' '],
  ] as const)('report for %s the foreign text “%s”', (lang, text) => {
    expect(speaks(text, lang)).toBe(false);
  });

  const borderless = sites.borderless;
  it('report a missing text, and a naming right in one language only', () => {
    const [row] = borderless.methods;
    const words = row && { ...row.words, kr: { name: '', note: row.words.kr.note } };
    const lacking = { ...borderless, methods: row && words ? [{ ...row, words }] : [] };
    expect(textFaults(lacking, 'kr')).toEqual(['stripe_secure.name']);
    const [product] = borderless.products;
    const named = product && { ...product.words, ja: { ...product.words.ja, naming_right: '月島電機' } };
    const half = { ...borderless, products: product && named ? [{ ...product, words: named }] : [] };
    expect(textFaults(half, 'en')).toEqual(['admission.naming_right']);
  });

  it.each([
    { field: 'phone', shown: false, required: true, list: null, fault: 'phone is required unseen' },
    { field: 'email', shown: true, required: false, list: null, fault: 'email is not required' },
    { field: 'gender', shown: true, required: false, list: 'age_bands', fault: 'gender as age_bands' },
  ] as const)('report that $fault', ({ fault, ...row }) => {
    const others = borderless.fields.filter(({ field }) => field !== row.field);
    expect(fieldFaults([...others, row])).toEqual([fault]);
    expect(fieldFaults([...borderless.fields, row])).toContain(`${row.field} stands 2 times`);
    expect(fieldFaults(others)).toEqual([`${row.field} stands 0 times`]);
  });
});
