import * as v from 'valibot';
import { type Catalogue, CatalogueSchema } from '#src/domain/catalogue.ts';

/** The catalogue in a stored item; null if it was edited or is of another release. */
export const catalogueIn = (item: unknown): Catalogue | null => {
  const { success, output } = v.safeParse(v.object({ catalogue: CatalogueSchema }), item);
  return success ? output.catalogue : null;
};
