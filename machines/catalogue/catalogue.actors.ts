import { fromPromise } from 'xstate';
import { readCatalogue } from '#src/api/catalogue.ts';
import type { Catalogue } from '#src/domain/catalogue.ts';
import type { CatalogueInput } from './catalogue.types.ts';

/** Fetches what is not stored yet, in parallel (docs/product.md#start-up). Throws Failure. */
export const openShop = fromPromise<Catalogue, CatalogueInput>(({ input, signal }) => readCatalogue(input, signal));
