import { readProducts } from '#server/catalogue/read.ts';
import type { OrderDeps } from '#server/orders/deps.ts';
import { search } from '#server/orders/holds/availability.ts';
import { addDays, venueDay } from '#src/domain/dates.ts';
import type { Lang } from '#src/domain/lang.ts';
import { isFree, type Product, type TimeSpan } from '#src/domain/product.ts';
import type { SiteCode } from '#src/domain/site.ts';

/** Days to search for one with seats, as many as one search may have. */
const searchDays = 60;

/** A product and its slots on one day; the day is null when none has seats. */
export type ProductOffer = Product & { day: string | null; time_spans: TimeSpan[] };

const dayWithSeats = async (deps: OrderDeps, site: SiteCode, product_uuid: string): Promise<string | null> => {
  const from = venueDay(Date.now());
  const { days } = await search(deps.db, site, { product_uuid, from, to: addDays(from, searchDays) });
  return days.find(({ state }) => isFree(state))?.date ?? null;
};

/**
 * Products of a site with options, and the slots of a day, by default of the first day with seats: what an operator can
 * choose for an invitation. Throws invalid_input for a day that does not exist.
 */
export const listOffers = async (
  deps: OrderDeps,
  site: SiteCode,
  { lang, product, day: requestedDay }: { lang: Lang; product?: string | undefined; day?: string | undefined },
): Promise<ProductOffer[]> => {
  const products = await readProducts(deps.db, site, lang);
  const offers: ProductOffer[] = [];
  for (const row of products.filter(({ uuid }) => product === undefined || uuid === product)) {
    const day = requestedDay ?? (await dayWithSeats(deps, site, row.uuid));
    const found = day === null ? null : await search(deps.db, site, { product_uuid: row.uuid, from: day, to: day });
    offers.push({ ...row, day, time_spans: found?.time_spans ?? [] });
  }
  return offers;
};
