import { fromPromise } from 'xstate';
import type { Catalogue } from '#src/domain/catalogue.ts';
import type { CatalogueInput } from './catalogue.types.ts';

/** Fetches what is not stored yet, in parallel (docs/product.md#start-up). Throws Failure. */
export const openShop = fromPromise<Catalogue, CatalogueInput>(async ({ input, signal }) => {
  const { readCatalogue } = await import('#src/api/catalogue.ts');
  return readCatalogue(input, signal);
});
