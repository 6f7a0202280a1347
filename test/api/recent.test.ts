import { countTrips } from '@ticket-store/load-tools/bench/trips.ts';
import { sql } from 'kysely';
import * as v from 'valibot';
import { afterAll, describe, expect, it } from 'vitest';
import { searchProducts } from '#src/api/contract/products.ts';
import { addDays } from '#src/domain/dates.ts';
import { buyTicket, newSlot, seatsOf } from './kit/arrange.ts';
import { choiceElsewhere, dated, hold, season, slotAt, timed, tomorrow } from './kit/buyer.ts';
import { callOperator, catalogueOf, makeToken, openOps } from './kit/ops.ts';
import { forFile, startShop } from './kit/shop.ts';

/** Replies that all visitors share for a moment (docs/architecture.md#recent-replies); the age itself is tested in `server/core`. */

const shop = await forFile(startShop({ recentFor: 3_600_000 }));
const counter = countTrips();
afterAll(async () => {
  counter.restore();
});

const month = { from: tomorrow, to: addDays(tomorrow, 30), product_uuid: timed };
const langs = ['ja', 'en', 'kr'] as const;
const tomorrows = { from: tomorrow, to: tomorrow, product_uuid: timed, lang: 'ja' as const };

/** Seats of a slot of tomorrow, as visitors who choose see them; none if nothing is sold. */
const search = async (query: { order_token?: string } = {}) => {
  const answer = await shop.send('searchProducts', { query: { ...tomorrows, ...query } });
  const spans = answer.status === 200 ? v.parse(searchProducts.reply, JSON.parse(answer.text)).time_spans : [];
  return { answer, seats: (id: string) => spans.find((span) => span.id === id)?.remaining ?? 0 };
};
const seats = async (id: string): Promise<number> => (await search()).seats(id);

describe('availability', () => {
  it('costs the database one statement, however many visitors look at the same month', async () => {
    const look = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, at) =>
          shop.call('searchProducts', { query: { ...month, lang: langs[at % 3] ?? 'ja' } }),
        ),
      );
    await shop.call('searchProducts', { query: { ...month, to: addDays(tomorrow, 1), lang: 'ja' } });
    const { done, trips } = await counter.during(() => look(200));
    expect(trips).toBe(1);
    expect(new Set(done.map((reply) => JSON.stringify(reply))).size).toBe(1);
  });

  it('of the own order is read again and not stored', async () => {
    const { id } = await slotAt(shop, 2);
    const before = await seats(id);
    const own = await hold(shop, id, { adults: 2 });
    await sql`update time_spans set sold = sold + 1 where id = ${id} and site = 'borderless'`.execute(shop.db);
    const mine = await search({ order_token: own.token });
    expect(mine.answer.headers.get('cache-control')).toBe('no-store');
    expect(mine.seats(id)).toBe(before - 1);
    expect(await seats(id)).toBe(before);
  });

  it.each([
    ['time', timed, 'admission-adult'],
    ['date', dated, 'garden-adult'],
    ['period', season, 'walk-person'],
  ])('of one slot of a product sold by %s is as of the last write, and exact', async (_, product, option) => {
    const body = {
      ...(await choiceElsewhere(shop, product, option)),
      quantity: 2,
      option_values: [{ id: option, count: 2 }],
    };
    const query = { product_time_span_id: body.time_span_id };
    const { capacity, held, sold } = await seatsOf(shop, body.time_span_id);
    const free = capacity - held - sold;
    expect((await shop.call('getOrderableStocks', { query })).remaining).toBe(free);
    const { order_token } = await shop.call('createOrder', { body });
    expect((await shop.call('getOrderableStocks', { query })).remaining).toBe(free - 2);
    await shop.call('deleteOrder', { params: { token: order_token } });
    expect((await shop.call('getOrderableStocks', { query })).remaining).toBe(free);
  });
});

describe('changes of an operator are visible to the next visitor, however long replies are shared', () => {
  const site = 'borderless';
  const products = async () => (await shop.call('getProducts', { query: { lang: 'en' } })).map(({ uuid }) => uuid);

  it.each(['on the server’s machine', 'over HTTP'])('%s', async (where) => {
    const ops = await openOps(shop);
    const { token } = await makeToken(ops, site, 'full');
    const run = async (name: string, input: object): Promise<void> => {
      const { status } =
        where === 'over HTTP'
          ? await callOperator(shop, name, input, { token })
          : await ops.run(name, name === 'cancel' ? input : { ...input, site });
      expect([name, status]).toEqual([name, 200]);
    };
    const slot = await newSlot(shop);
    const { number } = await buyTicket(shop, slot, { adults: 2 });
    expect(await seats(slot)).toBe(18);
    await run('block', { slot, dry_run: true });
    expect(await seats(slot)).toBe(18);
    await run('block', { slot });
    expect(await seats(slot)).toBe(0);
    await run('unblock', { slot });
    expect(await seats(slot)).toBe(18);
    await run('capacity', { slot, seats: 30 });
    expect(await seats(slot)).toBe(28);
    await run('cancel', { reservation_number: number });
    expect(await seats(slot)).toBe(30);

    const whole = await catalogueOf(shop.db, site);
    const rest = whole.products.filter(({ uuid }) => uuid !== timed);
    const less = { ...whole, products: rest, set_products: [], coupons: [] };
    expect(await products()).toContain(timed);
    await run('catalogue-import', { text: JSON.stringify(less) });
    expect(await products()).not.toContain(timed);
    expect(await seats(slot)).toBe(0);
    await run('catalogue-import', { text: JSON.stringify(whole) });
    expect(await products()).toContain(timed);
    await ops.close();
  });
});
