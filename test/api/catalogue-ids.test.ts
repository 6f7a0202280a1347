import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { importCatalogue } from '#server/catalogue/import.ts';
import { type Catalogue, CatalogueSchema } from '#server/catalogue/schema.ts';
import { venueDay } from '#src/domain/dates.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { hold, timed } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { startShop } from './kit/shop.ts';
import { newSlot } from './kit/time.ts';
import { catalogueOf } from './kit/venue.ts';

const shop = await forFile(startShop());

const exported = (site: SiteCode) => catalogueOf(shop.db, site);
const runImport = (catalogue: unknown) =>
  importCatalogue(shop.db, v.parse(CatalogueSchema, catalogue), venueDay(Date.now()));
const refusalOf = async (catalogue: unknown): Promise<string> => {
  try {
    await runImport(catalogue);
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown);
  }
  throw new Error('It was taken.');
};
type Product = Catalogue['products'][number];
const first = <Value>([value]: readonly Value[]): Value => {
  if (value === undefined) throw new Error('There is none.');
  return value;
};
/** A copy of the catalogue in which each change is applied to the product at the same index. */
const withProducts = (catalogue: Catalogue, ...changes: ((product: Product) => Product)[]): Catalogue => ({
  ...catalogue,
  products: catalogue.products.map((product, index) => changes[index]?.(product) ?? product),
});
const withSpan = (span: Product['time_spans'][number]) => (product: Product) => ({
  ...product,
  time_spans: [...product.time_spans, span],
});
const withOption = (option: Product['options'][number]) => (product: Product) => ({
  ...product,
  options: [...product.options, option],
});

describe('ids that move to another product of the same site', () => {
  it('keep their seats and prices while they are not ordered', async () => {
    const before = await exported('artizon');
    const [from, to] = before.products;
    if (!from || !to) throw new Error('Two products are needed.');
    const [span, option] = [first(from.time_spans), first(from.options)];
    const shifted = { reservation_from: new Date(Date.parse(span.reservation_from) + 61_000).toISOString() };
    const moved = withProducts(
      before,
      (product) => ({ ...product, options: product.options.slice(1), time_spans: product.time_spans.slice(1) }),
      (product) => withOption(option)(withSpan({ ...span, ...shifted, capacity: 77 })(product)),
    );
    for (const catalogue of [moved, { ...moved, products: moved.products.toReversed() }]) {
      await runImport(catalogue);
      const now = await exported('artizon');
      const product = now.products.find(({ uuid }) => uuid === to.uuid);
      expect(product?.options.map(({ id }) => id)).toContain(option.id);
      expect(product?.time_spans.find(({ id }) => id === span.id)?.capacity).toBe(77);
      expect(now.products.find(({ uuid }) => uuid === from.uuid)?.time_spans.map(({ id }) => id)).not.toContain(
        span.id,
      );
      await runImport(before);
      expect(await exported('artizon')).toEqual(before);
    }
  });

  it('are rejected by name once they were ordered, independent of the sequence of products in the file', async () => {
    const slot = await newSlot(shop);
    await hold(shop, slot, 1);
    const before = await exported('borderless');
    const from = before.products.findIndex(({ uuid }) => uuid === timed);
    const to = from === 0 ? 1 : 0;
    const span = before.products[from]?.time_spans.find(({ id }) => id === slot);
    const option = before.products[from]?.options.find(({ id }) => id === 'admission-adult');
    if (!span || !option) throw new Error('Nothing to move.');
    const changed = {
      ...before,
      products: before.products.map((product, index) => {
        if (index === from)
          return {
            ...product,
            options: product.options.filter(({ id }) => id !== option.id),
            time_spans: product.time_spans.filter(({ id }) => id !== slot),
          };
        return index === to ? withOption(option)(withSpan(span)(product)) : product;
      }),
    };
    for (const products of [changed.products, changed.products.toReversed()]) {
      const message = await refusalOf({ ...changed, products });
      expect(message).toMatch(/options\/\d+\/id: option admission-adult was ordered with another product/);
      expect(message).toMatch(new RegExp(`time_spans/\\d+: timespan ${slot} was ordered with another product`));
      expect(await exported('borderless')).toEqual(before);
    }
  });
});
