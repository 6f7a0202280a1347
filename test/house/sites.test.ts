import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { sites } from '#server/seed/sites.ts';
import { spansOf } from '#server/seed/time-spans.ts';
import { contrast } from '#src/domain/ink.ts';
import { type Lang, langs } from '#src/domain/lang.ts';
import { ConfigurationsSchema } from '#src/domain/shop.ts';
import { siteCodes } from '#src/domain/site.ts';
import { settingsOf } from '#src/sites/sites.ts';
import { readCatalogue } from './messages.ts';
import { drawingOf, fieldFaults, logoAt, speaks, svgFaults, textFaults, twice } from './sites.ts';

const catalogue = readCatalogue('en');
const all = await Promise.all(siteCodes.map(settingsOf));
const seeds = siteCodes.map((code) => sites[code]);
const products = seeds.flatMap((seed) => seed.products);
const sets = seeds.flatMap((seed) => seed.sets);
const onWhite = (color: string) => contrast(color, '#ffffff');

describe.each(siteCodes.map((code) => ({ code })))('the site $code', ({ code }) => {
  const seed = sites[code];
  it('has settings and a seed under its own code', async () => {
    expect((await settingsOf(code)).code).toBe(code);
    expect(seed.code).toBe(code);
  });

  it.each(langs)('has a title in %s', async (lang) => {
    const { title } = await settingsOf(code);
    expect(speaks(title[lang], lang), title[lang]).toBe(true);
    expect(title[lang]).not.toBe(code);
  });

  it.each(['white', 'black'] as const)('has a %s logo for its header', async (ink) => {
    const { header } = (await settingsOf(code)).logo;
    expect([16, 30]).toContain(header.height);
    const svg = logoAt(header[ink]);
    expect(svgFaults(svg, header.height, header.width)).toEqual([]);
    const light = drawingOf(svg).colors.map((color) => onWhite(color.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')));
    expect(light.length).toBeGreaterThan(0);
    for (const ratio of light) ink === 'white' ? expect(ratio).toBe(1) : expect(ratio).toBeGreaterThan(4.5);
  });

  it('has a logo for print: the same mark, larger', async () => {
    const { header, print } = (await settingsOf(code)).logo;
    expect([60, 85]).toContain(print.height);
    expect(svgFaults(logoAt(print.src), print.height)).toEqual([]);
    const [white, black, printed] = [header.white, header.black, print.src].map((file) => drawingOf(logoAt(file)));
    expect(printed).toEqual(black);
    expect(white?.lines).toBe(black?.lines);
  });

  it.each(['pc', 'sp'] as const)('has a ticket header on %s with enough contrast to white text', async (device) => {
    const color = (await settingsOf(code)).ticketHeaderColor[device];
    expect(color).toMatch(/^#[\da-f]{6}$/);
    expect(onWhite(color)).toBeGreaterThanOrEqual(4.5);
  });

  it('has at most one measurement container, and only test keys', async () => {
    const { gatagKey, paymentKeys } = await settingsOf(code);
    expect(gatagKey.url).toMatch(/^(GTM-[A-Z0-9]{6,8})?$/);
    for (const keys of [paymentKeys.development, paymentKeys.staging]) {
      expect(keys.stripe).toMatch(/^(pk_test_\w+)?$/);
      expect(keys.gmoShop).toMatch(/^(tshop\d{8})?$/);
    }
    expect(Object.values(paymentKeys.production).join('')).toBe('');
  });

  it('offers the payment methods of its settings, including the free one', async () => {
    const { methods: offered } = await settingsOf(code);
    expect(seed.methods.map(({ id }) => id)).toEqual(offered);
    expect(offered).toContain('free');
    const least = { stripe: 50, stripe_secure: 50, free: 0 };
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

  it('has its own configurations', () => {
    expect(v.parse(ConfigurationsSchema, seed.configurations)).toEqual(seed.configurations);
    expect(seed.configurations).toMatchObject({ tax_rate: 10, sandbox_url: '' });
    expect(seed.configurations.operator_name).not.toBe('');
    expect(seed.configurations.contact_mail).toMatch(/^[a-z]+@[a-z-]+\.example$/);
    expect(seed.configurations.contact_phone).toMatch(/^0\d+-\d+-\d{3,4}$/);
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

describe('all sites together', () => {
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

  it('have unique colours and logos', () => {
    expect(twice(all.map(({ ticketHeaderColor }) => ticketHeaderColor.pc))).toEqual([]);
    expect(twice(all.map(({ logo }) => drawingOf(logoAt(logo.header.black)).lines))).toEqual([]);
  });
});

describe('the rules', () => {
  const frame = (inner: string, size = 'width="40" height="30" viewBox="0 0 40 30"') =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${inner}</svg>`;

  it('accept a drawn logo', () => {
    expect(svgFaults(frame('<path d="M0 0H9"/>'), 30, 40)).toEqual([]);
  });

  it.each([
    frame('<title>x</title>'),
    frame('<path d="M0 0"/><text>mori</text>'),
    frame('<path d="M0 0"/><script>1</script>'),
    frame('<path d="M0 0" onload="1"/>'),
    frame('<a href="x"><path d="M0 0"/></a>'),
    frame('<path d="M0 0"/>', 'width="40" height="16" viewBox="0 0 75 30"'),
    frame('<path d="M0 0"/>', 'width="44" height="30" viewBox="0 0 44 30"'),
    frame('<path d="M0 0"/>', 'width="40" height="30" viewBox="0 0 30 30"'),
    `${frame('<path d="M0 0"/>')}<p>`,
  ])('reject %s', (svg) => {
    expect(svgFaults(svg, 30, 40)).toHaveLength(1);
  });

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
