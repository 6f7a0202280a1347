import { countTrips } from '@ticket-store/load-tools/bench/trips.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { venueDay } from '#src/domain/dates.ts';
import { catalogueOf } from '#test/api/kit/ops.ts';
import { type Shop, startShop } from '#test/api/kit/shop.ts';
import { importCatalogue } from './import.ts';

let shop: Shop;
const counter = countTrips();
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());
afterAll(counter.restore);

/** Round trips of an import that adds this many timespans to the first product. */
const tripsWith = async (count: number): Promise<number> => {
  const [product, ...others] = (await catalogueOf(shop.db, 'borderless')).products;
  const [span] = product?.time_spans ?? [];
  if (!product || !span) throw new Error('Nothing is on sale.');
  // by an odd number of seconds: every other timespan begins at a full minute
  const later = (at: number) =>
    new Date(Date.parse(span.reservation_from) + (2 * (count + at) + 1) * 1_000).toISOString();
  const added = Array.from({ length: count }, (_, at) => ({
    ...span,
    id: `${count}-${at}`,
    reservation_from: later(at),
  }));
  const products = [{ ...product, time_spans: [...product.time_spans, ...added] }, ...others];
  const catalogue = { ...(await catalogueOf(shop.db, 'borderless')), products };
  return (await counter.of(() => importCatalogue(shop.db, catalogue, venueDay(Date.now())))).trips;
};

it('an import takes as many statements for four hundred new timespans as for one', async () => {
  const few = await tripsWith(1);
  expect(await tripsWith(400)).toBe(few);
});
