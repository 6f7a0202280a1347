import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { importCatalogue } from '#server/catalogue/import.ts';
import { type Catalogue, CatalogueSchema } from '#server/catalogue/schema.ts';
import { venueDay } from '#src/domain/dates.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { newSlot } from './kit/arrange.ts';
import { hold, timed } from './kit/buyer.ts';
import { catalogueOf } from './kit/ops.ts';
import { forFile, startShop } from './kit/shop.ts';

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

const withSpan = (span: Product['time_spans'][number]) => (product: Product) => ({
  ...product,
  time_spans: [...product.time_spans, span],
});
const withOption = (option: Product['options'][number]) => (product: Product) => ({
  ...product,
  options: [...product.options, option],
});

describe('ids that move to another product of the same site', () => {
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
