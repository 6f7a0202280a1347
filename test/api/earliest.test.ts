import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchProducts } from '#src/api/contract/products.ts';
import { addDays, monthOf, venueDay } from '#src/domain/dates.ts';
import { season, timed, tomorrow } from './kit/buyer.ts';
import { type Shop, startShop } from './kit/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const search = (product_uuid: string, from: string, to: string) =>
  shop.call(searchProducts, { query: { lang: 'en', product_uuid, from, to } });
const nextIn = async (month: string) => (await search(timed, monthOf(month).from, monthOf(month).to)).next;
const sellOut = (until: string) =>
  shop.db
    .updateTable('time_spans')
    .set({ sold: sql`capacity - held` })
    .where('site', '=', 'borderless')
    .where('product_uuid', '=', timed)
    .where(sql<boolean>`day < ${until}::date`)
    .execute();

describe('the earliest free slot of a product', () => {
  it('comes with a search of several days, whichever month they are of', async () => {
    await sellOut(tomorrow);
    const next = await nextIn(tomorrow);
    const { time_spans } = await search(timed, tomorrow, tomorrow);
    expect(next).toEqual(time_spans.find(({ remaining }) => remaining > 0));
    expect(await nextIn(addDays(tomorrow, 40))).toEqual(next);
  });

  it('is of a later day when the first ones are sold out, and is none when all are', async () => {
    const later = addDays(tomorrow, 3);
    await sellOut(later);
    const next = await nextIn(tomorrow);
    expect(venueDay(next?.reservation_from ?? '') >= later).toBe(true);
    expect(next?.remaining).toBeGreaterThan(0);
    await sellOut('2999-01-01');
    expect(await nextIn(tomorrow)).toBeNull();
  });

  it('is left out where there is nothing to look for: a single day, a product of a period', async () => {
    expect(await search(timed, tomorrow, tomorrow)).not.toHaveProperty('next');
    expect(await search(season, tomorrow, addDays(tomorrow, 5))).not.toHaveProperty('next');
  });
});
