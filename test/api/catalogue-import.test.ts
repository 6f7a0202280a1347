import { sql } from 'kysely';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportCatalogue } from '#server/catalogue/export.ts';
import { importCatalogue } from '#server/catalogue/import.ts';
import { type Catalogue, CatalogueSchema } from '#server/catalogue/schema.ts';
import { seedDatabase } from '#server/seed/seed.ts';
import { getProducts } from '#src/api/contract/catalogue.ts';
import { createOrder } from '#src/api/contract/orders.ts';
import { searchProducts } from '#src/api/contract/products.ts';
import { addDays, venueDay } from '#src/domain/dates.ts';
import { siteCodes } from '#test/tools/example-sites.ts';
import { choiceOf, dated, hold, newKey, slotAt, timed, tomorrow } from './kit/buyer.ts';
import { applyCoupon, couponRefusal } from './kit/extras.ts';
import { buyTicket, ticketOf } from './kit/holder.ts';
import { problemOf, type Shop, startShop } from './kit/shop.ts';

let shop: Shop;
let first: Catalogue;
const today = venueDay(Date.now());

const exported = async (): Promise<Catalogue> => {
  const catalogue = await exportCatalogue(shop.db, 'borderless');
  if (!catalogue) throw new Error('No site.');
  return catalogue;
};
beforeAll(async () => {
  shop = await startShop();
  first = await exported();
});
afterAll(() => shop.close());

/** A copy of the catalogue with one product changed. */
const changed = (
  uuid: string,
  change: (product: Catalogue['products'][number]) => Partial<Catalogue['products'][number]>,
) => ({
  ...first,
  products: first.products.map((product) => (product.uuid === uuid ? { ...product, ...change(product) } : product)),
});
const runImport = (catalogue: Catalogue) => importCatalogue(shop.db, catalogue, today);
const spans = () =>
  shop.call(searchProducts, { query: { from: tomorrow, to: tomorrow, lang: 'en', product_uuid: timed } });

describe('a catalogue', () => {
  it.each(siteCodes)('of %s that is exported and imported again changes nothing', async (site) => {
    const before = await exportCatalogue(shop.db, site);
    if (!before) throw new Error(site);
    await runImport(v.parse(CatalogueSchema, JSON.parse(JSON.stringify(before))));
    expect(await exportCatalogue(shop.db, site)).toEqual(before);
  });

  it('changes prices, words and seats of what is on sale', async () => {
    const slot = await slotAt(shop, 0);
    await runImport(
      changed(timed, ({ options, words, time_spans }) => ({
        words: { ...words, en: { product_name: 'Night opening', description: '', naming_right: '', caution: '' } },
        options: options.map((option) => (option.id === 'admission-adult' ? { ...option, add_cost: 4_321 } : option)),
        time_spans: time_spans.map((span) => (span.id === slot.id ? { ...span, capacity: 700, surcharge: 9 } : span)),
      })),
    );
    const products = await shop.call(getProducts, { query: { lang: 'en' } });
    expect(products.find(({ uuid }) => uuid === timed)?.product_name).toBe('Night opening');
    expect((await hold(shop, slot.id, 2)).price).toBe(2 * (4_321 + 9));
    await runImport(first);
  });

  it('ends products that it no longer contains, and leaves sold tickets unchanged', async () => {
    const slot = await slotAt(shop, 1);
    const { params } = await buyTicket(shop, slot.id, 2);
    const { ended } = await runImport({
      ...changed(timed, ({ time_spans }) => ({ time_spans: time_spans.filter(({ id }) => id !== slot.id) })),
      products: changed(timed, ({ time_spans }) => ({
        time_spans: time_spans.filter(({ id }) => id !== slot.id),
      })).products.filter(({ uuid }) => uuid !== dated),
      set_products: [],
      coupons: [],
    });
    expect(ended).toBeGreaterThan(1);
    expect((await spans()).time_spans.find(({ id }) => id === slot.id)).toMatchObject({
      state: 'sold_out',
      remaining: 0,
    });
    const refused = await shop.send(createOrder, { body: choiceOf(slot.id, 1), key: newKey() });
    expect(problemOf(refused).code).toBe('seat_reserve_error');
    expect((await shop.call(getProducts, { query: { lang: 'en' } })).map(({ uuid }) => uuid)).not.toContain(dated);
    expect((await ticketOf(shop, params.reservation_token)).quantity).toBe(2);
    await runImport(first);
  });

  it('keeps the uses of its coupons, and ends coupons that it no longer contains', async () => {
    const held = await hold(shop, (await slotAt(shop, 2)).id);
    await applyCoupon(shop, held.token, 'WELCOME10');
    const uses = () =>
      shop.db
        .selectFrom('coupons')
        .select('uses')
        .where('site', '=', 'borderless')
        .where('code', '=', 'WELCOME10')
        .executeTakeFirstOrThrow();
    const before = await uses();
    await runImport({ ...first, coupons: first.coupons.filter(({ code }) => code !== 'LIGHT500') });
    expect(await uses()).toEqual(before);
    expect(await couponRefusal(shop, (await hold(shop, (await slotAt(shop, 2)).id)).token, 'LIGHT500')).toBe(
      'coupon_expired',
    );
    await runImport(first);
  });

  it('with fewer seats than are taken is rejected as a whole, naming the slot and the number', async () => {
    const slot = await slotAt(shop, 3);
    await hold(shop, slot.id, 2);
    const before = await exported();
    const spoiled = changed(timed, ({ time_spans }) => ({
      max_quantity: 2,
      time_spans: time_spans.map((span) => (span.id === slot.id ? { ...span, capacity: 1 } : span)),
    }));
    await expect(runImport(spoiled)).rejects.toThrow(new RegExp(`${slot.id} \\(\\d+ taken\\)`));
    expect(await exported()).toEqual(before);
  });

  it('without a sold option is rejected; an option that was never sold is removed', async () => {
    await buyTicket(shop, (await slotAt(shop, 4)).id, 1);
    const without = (id: string) =>
      changed(timed, ({ options }) => ({ options: options.filter((option) => option.id !== id) }));
    await expect(runImport(without('admission-adult'))).rejects.toThrow(/admission-adult.*"max": 0/);
    const unsold = first.products.find(({ uuid }) => uuid === timed)?.options.at(-1)?.id ?? '';
    await runImport(without(unsold));
    expect((await exported()).products.find(({ uuid }) => uuid === timed)?.options.map(({ id }) => id)).not.toContain(
      unsold,
    );
    await runImport(first);
  });

  it('of the venue is never mixed with generated days', async () => {
    const count = () =>
      shop.db
        .selectFrom('time_spans')
        .innerJoin('products', 'products.uuid', 'time_spans.product_uuid')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('products.site', '=', 'borderless')
        .executeTakeFirstOrThrow();
    await runImport(first);
    const before = await count();
    await seedDatabase(shop.db, addDays(today, 5), 1);
    expect(await count()).toEqual(before);
  });

  it.each<[string, (catalogue: Catalogue) => unknown, RegExp]>([
    ['what is no site code', (one) => ({ ...one, site: 'No where' }), /site a site code: /],
    ['the same slot twice', (one) => ({ ...one, products: [...one.products, ...one.products] }), /stands there twice/],
    ['half a yen', (one) => ({ ...one, set_products: [{ ...one.set_products[0], add_cost: 0.5 }] }), /add_cost/],
    [
      'a set of another shop',
      (one) => ({ ...one, products: [], coupons: [] }),
      /a product that is not in the catalogue/,
    ],
    ['a word nobody knows', (one) => ({ ...one, prices: [] }), /prices/],
  ])('with %s is rejected', (_name, spoil, pattern) => {
    const { issues = [] } = v.safeParse(CatalogueSchema, spoil(first));
    expect(issues.map((issue) => `${v.getDotPath(issue)} ${issue.message}`).join('\n')).toMatch(pattern);
  });
});
