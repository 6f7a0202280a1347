import { describe, expect, it } from 'vitest';
import { catalogueOf, keepNextDays, openOps } from './kit/ops.ts';
import { forFile, startShop } from './kit/shop.ts';

const shop = await forFile(startShop({ canTake: (_site, method) => method !== 'gmo' }));
const ops = await forFile(openOps(shop));
await keepNextDays(shop);
const first = await catalogueOf(shop.db, 'borderless');

const send = (catalogue: unknown) =>
  ops.run('catalogue-import', { text: typeof catalogue === 'string' ? catalogue : JSON.stringify(catalogue) });

/** Words that only the database, the schema library or the engine use. */
const raw =
  /violates|constraint|relation|syntax|column "|Invalid (?:type|key|value)|Expected|received|undefined|at \S+:\d+|SELECT|insert into/;

describe('an operator reads plain words', () => {
  const product = (set: object) => ({
    ...first,
    products: first.products.map((one, at) => (at ? one : { ...one, ...set })),
  });
  const span = (set: object) =>
    product({ time_spans: first.products[0]?.time_spans.map((one, at) => (at ? one : { ...one, ...set })) });
  const coupon = (set: object) => ({ ...first, coupons: [{ ...first.coupons[0], ...set }] });
  const named = (product_name: string) => product({ words: { en: { product_name } } });
  const option = (set: object) =>
    product({ options: first.products[0]?.options.map((one, at) => (at ? one : { ...one, ...set })) });
  const isSame = first.products.map((one, at) =>
    at === 1 ? { ...one, time_spans: first.products[0]?.time_spans.slice(0, 1) } : one,
  );
  const isOptional = first.field_templates.map((one) =>
    one.field_name === 'email' ? { ...one, is_require: false } : one,
  );
  const twice = first.products[0]?.time_spans.slice(0, 1).flatMap((one) => [one, { ...one, id: 'the-same-again' }]);
  const lessUses = first.coupons.map((one) => (one.code === 'USEDUP' ? { ...one, use_limit: 3 } : one));
  const gmo = { ...first.payment_methods[0], id: 'gmo' };
  const goneProduct = first.set_products.map((one) => ({ ...one, products: ['gone'] }));
  const { sale_type: _missing, ...withoutType } = first.products[0] ?? {};

  const table: Record<string, [unknown, RegExp]> = {
    'text that is no JSON': ['{"site": "borderless",\n  "products": [}', /line 2, column 16/],
    'its products twice': [
      JSON.stringify(first).replace(/}$/, ',\n"products":[]}'),
      /^products: stands twice, on lines 1 and 2\.$/m,
    ],
    'a list': [[], /A catalogue must be a group in \{ \}/],
    'an unknown site': [{ ...first, site: 'nowhere' }, /^nowhere has no valid folder .*new-site nowhere/m],
    'a text for a number': [
      product({ max_quantity: 'many' }),
      /products\/0\/max_quantity: must be a number; it is "many"/,
    ],
    'a missing field': [{ ...first, products: [withoutType] }, /products\/0\/sale_type: is missing/],
    'an unknown field': [product({ price: 5 }), /products\/0\/price: is not a field/],
    'a day that does not exist': [product({ sale_to: '2026-02-30' }), /sale_to: must be a day that exists/],
    'a time without its offset': [span({ sale_to: '2026-02-03T10:00:00' }), /sale_to: must be a time with its offset/],
    'a need of no option': [
      option({ needs: ['gone'] }),
      /^products\/0\/options\/0\/needs\/0: gone is not another option of this product\b/m,
    ],
    'a need of what cannot be ordered': [
      product({
        options: first.products[0]?.options.map((one, at) =>
          at ? { ...one, max: 0 } : { ...one, needs: ['admission-child'] },
        ),
      }),
      /^products\/0\/options\/0\/needs\/0: admission-child cannot be ordered: its max is 0/m,
    ],
    'a NUL': [named('a\u0000b'), /product_name: contains characters/],
    'more than 100 percent': [coupon({ kind: 'percent', amount: 101 }), /more than 100 percent/],
    'a method it cannot take': [
      { ...first, payment_methods: [gmo] },
      /^payment_methods: this server cannot take gmo /m,
    ],
    'a timespan twice, in two products': [
      { ...first, products: isSame, set_products: [], coupons: [] },
      /^products\/1\/time_spans\/0\/id: \S+ stands at products\/0\/time_spans\/0\/id already: each id once\.$/m,
    ],
    'a set product of an unknown product': [
      { ...first, set_products: goneProduct },
      /^set_products\/0\/products\/0: there is no product gone in this catalogue\.$/m,
    ],
    'a coupon for an option of another product': [
      coupon({ scopes: [{ product_uuid: first.products[0]?.uuid, option_id: first.products[1]?.options[0]?.id }] }),
      /coupons\/0\/scopes\/0\/option_id: .* is no option of /,
    ],
    'two timespans of a product at the same time': [
      product({ time_spans: twice }),
      /products\/0\/time_spans\/1: timespan the-same-again begins at the same moment as \S+ of its product\.$/m,
    ],
    'a price below nothing': [option({ add_cost: -1 }), /^products\/0\/options\/0\/add_cost: /m],
    'no language to begin with': [
      { ...first, languages: first.languages.map((one) => ({ ...one, is_default: false })) },
      /^languages: one of them must have is_default true, the others false; 0 have true\.$/m,
    ],
    'buyers without a mail address': [
      { ...first, field_templates: isOptional },
      /^field_templates: email must be there, with is_display and is_require true: tickets are mailed\.$/m,
    ],
    'an option that nobody can choose': [
      option({ min: 3, max: 2 }),
      /^products\/0\/options\/0: max is less than min\.$/m,
    ],
    'fewer uses than were made': [
      { ...first, coupons: lessUses },
      /coupons\/\d+\/use_limit: USEDUP was used 100 times: 100 or more, or null/,
    ],
  };

  it.each(Object.entries(table))('about %s', async (_name, [spoiled, message]) => {
    const { said } = await send(spoiled);
    expect(said.en).toMatch(message);
    expect(said.en).not.toMatch(raw);
  });

  it('and nothing of it was written', async () => {
    expect(await catalogueOf(shop.db, 'borderless')).toEqual(first);
  });
});
