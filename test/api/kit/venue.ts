import { exportCatalogue } from '#server/catalogue/export.ts';
import type { Catalogue } from '#server/catalogue/schema.ts';
import type { Db } from '#server/db/open.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { createCall, sendWithKeys } from './call.ts';
import type { Shop } from './shop.ts';

/** The shop as the visitors of one of its sites use it. */
export const venueOf = (shop: Shop, site: SiteCode): Shop => {
  const send = sendWithKeys(`${shop.url}/${site}`);
  return { ...shop, send, call: createCall(send) };
};

/** The stored catalogue of a site. */
export const catalogueOf = async (db: Db, site: SiteCode): Promise<Catalogue> => {
  const catalogue = await exportCatalogue(db, site);
  if (!catalogue) throw new Error(`${site} has no catalogue.`);
  return catalogue;
};

/** The same ids for another site, with its own prices and seats. */
export const sameIdsFor = (catalogue: Catalogue, site: SiteCode, dearer: number, seats: number): Catalogue => ({
  ...catalogue,
  site,
  products: catalogue.products.map((product) => ({
    ...product,
    options: product.options.map((option) => ({ ...option, add_cost: option.add_cost + dearer })),
    time_spans: product.time_spans.map((span) => ({ ...span, capacity: seats })),
  })),
});
