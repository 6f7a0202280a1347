import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { addDays, venueDay } from '#src/domain/dates.ts';
import { changeRows, changeSlot, newSlot } from './kit/arrange.ts';
import { dated, timed, tomorrow } from './kit/buyer.ts';
import { forFile, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());

const search = (product_uuid: string, from: string, to: string) =>
  shop.call('searchProducts', { query: { product_uuid, from, to, lang: 'ja' } });

describe('the catalogue', () => {
  it('returns the form fields, and that this is a demo', async () => {
    const fields = await shop.call('getFieldTemplates');
    const required = fields.filter(({ is_require }) => is_require).map(({ field_name }) => field_name);
    expect(required).toEqual(['fullname', 'email', 'phone']);
    const set = await shop.call('getConfigurations');
    const today = venueDay(Date.now());
    expect(set).toMatchObject({ app_mode: ['demo'], tax_rate: 10, sandbox_url: shop.sandbox.url, today });
  });

  it('is revalidated by its ETag', async () => {
    const first = await shop.send('getProducts', { query: { lang: 'ja' } });
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('public, max-age=60');
    const again = await shop.send('getProducts', { query: { lang: 'ja' }, headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
    const other = await shop.send('getProducts', { query: { lang: 'en' }, headers: { 'if-none-match': etag } });
    expect(other.status).toBe(200);
  });
});

describe('availability', () => {
  it('lists the days of a period, with closed, few and sold-out ones among ninety', async () => {
    const month = { from: addDays(tomorrow, 30), to: addDays(tomorrow, 60) };
    const { days, time_spans } = await search(timed, month.from, month.to);
    expect(days[0]?.date).toBe(month.from);
    expect(days.at(-1)?.date).toBe(month.to);
    expect(time_spans).toEqual([]);
    const states = new Set(days.map(({ state }) => state));
    expect([...states].sort()).toEqual(['closed', 'few', 'plenty', 'sold_out']);
  });

  it('of a day has no slot of the day before, which ends at midnight or after it', async () => {
    const [day, next] = [addDays(tomorrow, 50), addDays(tomorrow, 51)];
    const mine = { site: 'borderless', day, product_uuid: dated };
    for (const [time, hours] of [
      ['00:00', 24],
      ['22:00', 4],
    ] as const) {
      const from = new Date(`${day}T${time}:00+09:00`);
      const reservation_to = new Date(from.getTime() + hours * 3_600_000);
      await changeRows(shop, 'time_spans', mine, { reservation_from: from, reservation_to });
      const [own, other] = [await search(dated, day, day), await search(dated, next, next)];
      expect(own.time_spans.map(({ reservation_from }) => reservation_from)).toEqual([from.toISOString()]);
      expect(other.time_spans.filter(({ id }) => id === own.time_spans[0]?.id)).toEqual([]);
      expect(other.time_spans).toHaveLength(1);
    }
  });

  it('of a day also has a slot that began days before and still runs', async () => {
    const began = addDays(tomorrow, -4);
    const slot = await newSlot(shop);
    const isListed = async (day: string) => (await search(timed, day, day)).time_spans.some(({ id }) => id === slot);
    const reservation_from = new Date(`${began}T10:00:07+09:00`);
    await changeSlot(shop, slot, { day: began, reservation_from, reservation_to: new Date(`${tomorrow}T10:00:00Z`) });
    expect(await isListed(tomorrow)).toBe(true);
    expect(await isListed(addDays(tomorrow, 1))).toBe(false);
  });
});

describe('the days of all products', () => {
  const day = addDays(tomorrow, 20);
  const ofAll = async () => {
    const { days, products } = await shop.call('searchProducts', { query: { from: day, to: day, lang: 'ja' } });
    return { state: days[0]?.state, price: days[0]?.price_from, products };
  };
  const change = (product_uuid: string, row: { sold?: number; surcharge?: number; held?: number; capacity?: number }) =>
    changeRows(shop, 'time_spans', { site: 'borderless', day, product_uuid }, row);

  it('have the best state, what the standard kind costs, and the state of each product with a day', async () => {
    await change(timed, { capacity: 100, held: 0, sold: 97, surcharge: 500 });
    await change(dated, { capacity: 100, held: 0, sold: 100 });
    const few = { product_uuid: timed, state: 'few' };
    const out = { product_uuid: dated, state: 'sold_out' };
    expect(await ofAll()).toEqual({ state: 'few', price: 4300, products: expect.arrayContaining([few, out]) });
    expect((await ofAll()).products).toHaveLength(2);
  });

  it('have no price where the standard kind has no seats', async () => {
    await change(timed, { sold: 100 });
    await change(dated, { sold: 0 });
    expect(await ofAll()).toMatchObject({ state: 'plenty', price: 0 });
    await change(dated, { sold: 100 });
    expect(await ofAll()).toMatchObject({ state: 'sold_out', price: 0 });
  });
});

const nextIn = async (day: string) => (await search(timed, day, addDays(day, 30))).next;
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
});
