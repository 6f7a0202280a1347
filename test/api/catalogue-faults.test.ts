import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Catalogue } from '#server/catalogue/schema.ts';
import { type Ops, openOps } from './kit/ops.ts';
import { type Shop, startShop } from './kit/shop.ts';
import { catalogueOf } from './kit/venue.ts';

let shop: Shop;
let ops: Ops;
let first: Catalogue;
beforeAll(async () => {
  shop = await startShop();
  ops = await openOps(shop);
  first = await catalogueOf(shop.db, 'borderless');
});
afterAll(async () => {
  await ops.close();
  await shop.close();
});

const send = (catalogue: unknown, dry_run = false) =>
  ops.run('catalogue-import', { text: typeof catalogue === 'string' ? catalogue : JSON.stringify(catalogue), dry_run });

/** Words that only the database, the schema library or the engine use. */
const raw =
  /violates|constraint|relation|syntax|column "|Invalid (?:type|key|value)|Expected|received|undefined|at \S+:\d+|SELECT|insert into/;

describe('an operator reads plain words', () => {
  const with0 = (change: (product: Record<string, unknown>) => void) => {
    const copy = JSON.parse(JSON.stringify(first));
    change(copy.products[0]);
    return copy;
  };
  it.each<[string, () => unknown, RegExp]>([
    ['text that is no JSON', () => '{"site": "borderless",\n  "products": [}', /line 2, column 16/],
    ['half a file', () => JSON.stringify(first).slice(0, 5_000), /not JSON/],
    ['a list', () => [], /A catalogue must be a group in \{ \}/],
    ['an unknown site', () => ({ ...first, site: 'nowhere' }), /^nowhere has no valid folder .*new-site nowhere/m],
    [
      'a text for a number',
      () => with0((one) => Object.assign(one, { max_quantity: 'many' })),
      /products\/0\/max_quantity: must be a number; it is "many"/,
    ],
    [
      'a missing field',
      () => with0((one) => Reflect.deleteProperty(one, 'sale_type')),
      /products\/0\/sale_type: is missing/,
    ],
    ['an unknown field', () => with0((one) => Object.assign(one, { price: 5 })), /products\/0\/price: is not a field/],
    [
      'a day that does not exist',
      () => with0((one) => Object.assign(one, { sale_to: '2026-02-30' })),
      /sale_to: must be a day that exists/,
    ],
    [
      'a time without its offset',
      () => with0((one) => Object.assign(Object(one.time_spans)[0], { sale_to: '2026-02-03T10:00:00' })),
      /sale_to: must be a time with its offset/,
    ],
    [
      'an offset that no place has',
      () => with0((one) => Object.assign(Object(one.time_spans)[0], { sale_to: '2026-02-03T10:00:00+22:00' })),
      /sale_to: must be a time that exists/,
    ],
    [
      'a NUL',
      () => with0((one) => Object.assign(one, { words: { en: { product_name: 'a\u0000b' } } })),
      /product_name: contains characters/,
    ],
    [
      'half a character',
      () => with0((one) => Object.assign(one, { words: { en: { product_name: '\ud800' } } })),
      /product_name: contains characters/,
    ],
    [
      'more than 100 percent',
      () => ({ ...first, coupons: [{ ...first.coupons[0], kind: 'percent', amount: 101 }] }),
      /more than 100 percent/,
    ],
    [
      'a number beyond the database',
      () => ({ ...first, coupons: [{ ...first.coupons[0], kind: 'fixed', amount: 9e15 }] }),
      /must be 99999999 or less/,
    ],
    [
      'a language twice',
      () => ({ ...first, languages: [...first.languages, ...first.languages] }),
      /stands there twice/,
    ],
    [
      'fewer uses than were made',
      () => ({
        ...first,
        coupons: first.coupons.map((one) => (one.code === 'USEDUP' ? { ...one, use_limit: 3 } : one)),
      }),
      /coupons\/\d+\/use_limit: USEDUP was used 100 times: 100 or more, or null/,
    ],
  ])('about %s', async (_name, spoiled, message) => {
    for (const isDryRun of [true, false]) {
      const reply = await send(spoiled(), isDryRun);
      expect(reply.said.en).toMatch(message);
      expect(reply.said.en).not.toMatch(raw);
    }
    expect(await catalogueOf(shop.db, 'borderless')).toEqual(first);
  });
});
