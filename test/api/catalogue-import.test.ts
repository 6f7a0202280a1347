import { sql } from 'kysely';
import * as v from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import { CatalogueSchema } from '#server/catalogue/contradictions.ts';
import { importCatalogue } from '#server/catalogue/import.ts';
import type { Catalogue } from '#server/catalogue/schema.ts';
import { inTransaction } from '#server/db/open.ts';
import { takeSeats } from '#server/orders/holds/stock.ts';
import { venueDay } from '#src/domain/dates.ts';
import { siteCodes } from '#test/tools/example-sites.ts';
import { buyTicket, newSlot, rowOf, seatsOf, ticketOf } from './kit/arrange.ts';
import { choiceOf, dated, hold, newKey, slotAt, timed, tomorrow } from './kit/buyer.ts';
import { applyCoupon, booklet, couponRefusal, holdSets, setsLeft, withSets } from './kit/extras.ts';
import { catalogueOf, keepNextDays, withProduct } from './kit/ops.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());
await keepNextDays(shop);
const exported = () => catalogueOf(shop.db, 'borderless');
const first = await exported();
const today = venueDay(Date.now());

const runImport = (catalogue: Catalogue) => importCatalogue(shop.db, catalogue, today);
const spans = () =>
  shop.call('searchProducts', { query: { from: tomorrow, to: tomorrow, lang: 'en', product_uuid: timed } });

describe('a catalogue', () => {
  it.each(siteCodes)('of %s that is exported and imported again changes nothing', async (site) => {
    const before = await catalogueOf(shop.db, site);
    await runImport(v.parse(CatalogueSchema, JSON.parse(JSON.stringify(before))));
    expect(await catalogueOf(shop.db, site)).toEqual(before);
  });

  it('changes prices, words, rules and seats of what is on sale', async () => {
    const slot = await slotAt(shop, 0);
    const rules = { date_changes: 2, date_change_hours: 24 };
    await runImport(
      withProduct(first, timed, ({ options, words, time_spans }) => ({
        ...rules,
        words: { ...words, en: { product_name: 'Night opening', description: '', naming_right: '', caution: '' } },
        options: options.map((option) => (option.id === 'admission-adult' ? { ...option, add_cost: 4_321 } : option)),
        time_spans: time_spans.map((span) => (span.id === slot.id ? { ...span, capacity: 700, surcharge: 9 } : span)),
      })),
    );
    const products = await shop.call('getProducts', { query: { lang: 'en' } });
    expect(products.find(({ uuid }) => uuid === timed)).toMatchObject({ ...rules, product_name: 'Night opening' });
    expect((await hold(shop, slot.id, { adults: 2 })).price).toBe(2 * (4_321 + 9));
    await runImport(first);
  });

  it('has kinds of tickets that are not sold without another one', async () => {
    const alone = async (children: number, adults: number) =>
      shop.send('createOrder', { body: choiceOf((await slotAt(shop, 2)).id, adults, children) });
    const needing = withProduct(first, timed, ({ options }) => ({
      options: options.map((one) => (one.id === 'admission-child' ? { ...one, needs: ['admission-adult'] } : one)),
    }));
    const { changes } = await runImport(needing);
    expect(changes.map(({ text }) => text)).toEqual([expect.stringMatching(/^option admission-child .*: needs$/)]);
    expect(await exported()).toEqual(needing);
    const [product] = await shop.call('getProducts', { query: { lang: 'en' } });
    expect(product?.options.map(({ id, needs }) => [id, needs])).toContainEqual([
      'admission-child',
      ['admission-adult'],
    ]);
    const refused = problemOf(await alone(3, 0));
    const accompanied = await alone(2, 1);
    await runImport(first);
    expect(refused).toMatchObject({ status: 400, code: 'companion_missing', fields: ['option_values'] });
    expect(accompanied.status).toBe(200);
    expect((await alone(3, 0)).status).toBe(200);
  });

  it('withdraws products and slots that it no longer contains, and leaves sold tickets unchanged', async () => {
    const slot = await slotAt(shop, 1);
    const { params } = await buyTicket(shop, slot.id, { adults: 2 });
    const without = withProduct(first, timed, ({ time_spans }) => ({
      time_spans: time_spans.filter(({ id }) => id !== slot.id),
    }));
    const less = {
      ...without,
      products: without.products.filter(({ uuid }) => uuid !== dated),
      set_products: [],
      coupons: [],
    };
    expect((await runImport(less)).totals.withdrawn).toBeGreaterThan(1);
    expect((await runImport(less)).totals.withdrawn, 'nothing is withdrawn twice').toBe(0);
    expect((await spans()).time_spans.map(({ id }) => id)).not.toContain(slot.id);
    const refused = await shop.send('createOrder', { body: choiceOf(slot.id, 1) });
    expect(problemOf(refused).code).toBe('ticket_not_on_sale');
    const readBefore = { site: 'borderless', time_span_id: slot.id };
    expect(await inTransaction(shop.db, (tx) => takeSeats(tx, readBefore, 1)), 'by a request under way').toBe(false);
    expect((await shop.call('getProducts', { query: { lang: 'en' } })).map(({ uuid }) => uuid)).not.toContain(dated);
    expect((await ticketOf(shop, params.reservation_token)).quantity).toBe(2);
    await runImport(first);
    expect(await exported()).toEqual(first);
  });

  it('that withdraws a slot does not sell the seats that a hold leaves there', async () => {
    const slot = await newSlot(shop, { seats: 4 });
    const { token } = await hold(shop, slot, { adults: 3 });
    await runImport(first);
    await shop.call('deleteOrder', { params: { token } });
    const refused = await shop.send('createOrder', { body: choiceOf(slot, 1) });
    expect(problemOf(refused).code).toBe('ticket_not_on_sale');
    expect(await seatsOf(shop, slot)).toEqual({ held: 0, sold: 0, capacity: 4 });
  });

  it('keeps the uses of its coupons, and ends coupons that it no longer contains', async () => {
    const held = await hold(shop, (await slotAt(shop, 2)).id);
    await applyCoupon(shop, held.token, 'WELCOME10');
    const uses = () => rowOf(shop, 'coupons', { site: 'borderless', code: 'WELCOME10' });
    const before = await uses();
    await runImport({ ...first, coupons: first.coupons.filter(({ code }) => code !== 'LIGHT500') });
    expect(await uses()).toEqual(before);
    expect(await couponRefusal(shop, (await hold(shop, (await slotAt(shop, 2)).id)).token, 'LIGHT500')).toBe(
      'coupon_expired',
    );
    await runImport(first);
  });

  it('without an option sells it no more, and tickets with it keep its name', async () => {
    const { params } = await buyTicket(shop, (await slotAt(shop, 4)).id);
    await runImport(
      withProduct(first, timed, ({ options }) => ({ options: options.filter(({ id }) => id !== 'admission-adult') })),
    );
    const products = await shop.call('getProducts', { query: { lang: 'en' } });
    expect(products.find(({ uuid }) => uuid === timed)?.options.map(({ id }) => id)).not.toContain('admission-adult');
    const order = { body: choiceOf((await slotAt(shop, 4)).id, 1), key: newKey() };
    expect(problemOf(await shop.send('createOrder', order)).fields).toEqual(['option_values/0/id']);
    expect((await ticketOf(shop, params.reservation_token)).order_options[0]).toMatchObject({
      id: 'admission-adult',
      name: '大人',
    });
    await runImport(first);
    expect(await exported()).toEqual(first);
  });
});

describe('another stock of a set product', () => {
  afterEach(() => runImport(first));
  const withStock = (stock: number): Catalogue => ({
    ...first,
    set_products: first.set_products.map((set) => (set.uuid === booklet ? { ...set, stock } : set)),
  });
  /** Waits until so many requests wait for a lock. The embedded database has one connection: there they wait for that. */
  const untilWaiting = async (requests: number): Promise<void> => {
    if (!process.env.DATABASE_URL) return;
    const waiting = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(shop.db);
      return rows[0]?.count;
    };
    await expect.poll(waiting).toBe(requests);
  };

  /* The lock stops the early one after it took its set products, so that the late one meets them taken. */
  it.each([
    ['an import', 'an order', 'order_sets', 2],
    ['an order', 'an import', 'coupon_scopes', 5],
  ] as const)(
    'is that of a new slot, too, when %s comes while %s is being written',
    async (_late, early, table, slot) => {
      const { id } = await slotAt(shop, slot);
      const order = () => holdSets(shop, id, { id: booklet, count: 2 });
      const imported = () => runImport(withStock(3));
      const [begin, follow] = early === 'an order' ? [order, imported] : [imported, order];
      const requests: Promise<unknown>[] = [];
      await shop.db.transaction().execute(async (tx) => {
        await sql`lock table ${sql.table(table)} in share mode`.execute(tx);
        requests.push(begin());
        await untilWaiting(1);
        const late = follow();
        requests.push(late);
        await Promise.race([late, untilWaiting(2)]);
      });
      await Promise.all(requests);
      expect(await setsLeft(shop, id)).toBe(1);
      const more = await shop.send('createOrder', { body: withSets(id, { id: booklet, count: 2 }) });
      expect(problemOf(more).code).toBe('seat_reserve_error');
    },
  );

  it('is not exceeded by what is given back after more was held', async () => {
    const { id } = await slotAt(shop, 6);
    const { token } = await holdSets(shop, id, { id: booklet, count: 2 });
    await runImport(withStock(1));
    expect(await setsLeft(shop, id)).toBe(0);
    await shop.send('deleteOrder', { params: { token } });
    expect(await setsLeft(shop, id)).toBe(1);
    const more = await shop.send('createOrder', { body: withSets(id, { id: booklet, count: 2 }) });
    expect(problemOf(more).code).toBe('seat_reserve_error');
    await holdSets(shop, id, { id: booklet, count: 1 });
    expect(await setsLeft(shop, id)).toBe(0);
  });

  it('is that of every slot or of none, also if the database fails meanwhile', async () => {
    const [ordered, untouched] = [(await slotAt(shop, 3)).id, (await slotAt(shop, 4)).id];
    await holdSets(shop, ordered, { id: booklet, count: 2 });
    const left = async () => [await setsLeft(shop, ordered), await setsLeft(shop, untouched)];
    const before = await left();
    await sql`create function fail() returns trigger language plpgsql as $$ begin raise 'failed'; end $$`.execute(
      shop.db,
    );
    await sql`create trigger fail before update on set_stocks execute function fail()`.execute(shop.db);
    await expect(runImport(withStock(3))).rejects.toThrow('failed');
    await sql`drop function fail cascade`.execute(shop.db);
    expect(await left()).toEqual(before);
  });
});
