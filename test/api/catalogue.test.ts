import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashOf } from '#server/core/crypto.ts';
import { getPaymentMethods } from '#src/api/contract/catalogue.ts';
import { addDays, venueDay } from '#src/domain/dates.ts';
import { type Lang, langs } from '#src/domain/lang.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { offerOf } from '#src/screens/purchase/payment/offer.ts';
import { readAt } from '#test/browser/kit/site-walk.ts';
import { settingsOf, siteCodes } from '#test/tools/example-sites.ts';
import { buyTicket, changeRows, changeSlot, newSlot, passMinutes, rowOf, sending } from './kit/arrange.ts';
import { choiceElsewhere, choiceOf, dated, ready, slotAt, timed, tomorrow } from './kit/buyer.ts';
import { newAddress } from './kit/mails.ts';
import { pay } from './kit/pay.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

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
  /* The demo is closed on some Tuesdays. */
  const days = [20, 21].map((after) => addDays(tomorrow, after));
  const day = days.find((date) => new Date(date).getUTCDay() !== 2) ?? '';
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

describe('a language that the site does not support', () => {
  beforeAll(() =>
    shop.db.deleteFrom('languages').where('site', '=', 'borderless').where('id', '=', 'zh-hant').execute(),
  );

  it('is rejected by name for an order or a mail', async () => {
    const order = { ...choiceOf(await newSlot(shop), 1), lang: 'zh-hant' };
    const { params } = await buyTicket(shop, await newSlot(shop), { adults: 2 });
    const answers = [
      await shop.send('createOrder', { body: order }),
      await shop.send('sendTicket', { params, body: { ...sending(1), lang: 'zh-hant' } }),
      await shop.send('createReservationMail', { body: { email: newAddress(), lang: 'zh-hant' } }),
    ];
    for (const answer of answers)
      expect(problemOf(answer)).toMatchObject({ status: 400, code: 'invalid_input', fields: ['lang'] });
  });
});

it('a method that the site’s pages do not offer is neither offered nor accepted, although the catalogue contains it', async () => {
  const words = JSON.stringify({ en: { name: 'Alipay', note: '' } });
  await shop.db
    .insertInto('payment_methods')
    .values({ site: 'borderless', id: 'alipay', position: 9, min_amount: 1, words })
    .execute();
  const offered = await shop.call('getPaymentMethods', { query: { lang: 'en' } });
  expect(offered.map(({ id }) => id)).toEqual(['stripe_secure', 'free']);
  const order = await ready(shop, await newSlot(shop));
  expect(problemOf(await pay(shop, order, { method: 'alipay', token: '' })).code).toBe('method_unavailable');
});

describe('a product whose sale is over or has not begun', () => {
  const saleOf = (days: object) => changeRows(shop, 'products', { site: 'borderless', uuid: dated }, days);

  it('shows its days as closed, and an expired hold cannot be renewed', async () => {
    const find = () =>
      shop.call('searchProducts', { query: { from: tomorrow, to: tomorrow, lang: 'ja', product_uuid: dated } });
    const before = await rowOf(shop, 'products', { site: 'borderless', uuid: dated });
    const body = await choiceElsewhere(shop, dated, 'garden-adult');
    const { order_token: token } = await shop.call('createOrder', { body });
    await saleOf({ sale_from: '2001-01-01', sale_to: '2001-12-31' });
    expect((await find()).days.map(({ state }) => state)).toEqual(['closed']);
    await passMinutes(shop, token, 16);
    const refused = await shop.send('extendOrder', { params: { token } });
    expect(problemOf(refused).code).toBe('session_timeout');
    await saleOf({ sale_from: before.sale_from, sale_to: before.sale_to });
  });
});

const providers = /gmo|stripe|softbank|sb ?payment|sbps/i;

/** Methods on the payment page of a site for ¥2,000. */
const offeredAt = async (site: SiteCode, lang: Lang) =>
  offerOf(await readAt(shop, { site, lang }, getPaymentMethods), settingsOf(site).methods, 2000).offered;

it.each(siteCodes)('%s offers each way to pay once, and names no provider', async (site) => {
  for (const lang of langs) {
    const offered = await offeredAt(site, lang);
    const names = offered.map(({ name }) => name);
    expect(names.length, lang).toBeGreaterThan(0);
    expect(new Set(names).size, `${lang}: ${names}`).toBe(names.length);
    expect(`${names}`, lang).not.toMatch(providers);
  }
});

it.each([
  ['artizon', ['stripe_secure', 'gmo_paypay']],
  ['kairakuen', ['stripe_secure']],
  ['nishinippon', ['stripe_secure', 'gmo_paypay']],
  ['nishinippon-chuguji', ['gmo']],
] as const)('%s, which takes cards by two providers, offers %j', async (site, ids) => {
  expect(settingsOf(site).methods).toEqual(expect.arrayContaining(['gmo', 'stripe_secure']));
  expect((await offeredAt(site, 'en')).map(({ id }) => id)).toEqual(ids);
});

it("a catalogue's least amount below the provider's is offered from the provider's on, and no payment below it is begun", async () => {
  const at = { site: 'borderless', id: 'stripe_secure' } as const;
  await changeRows(shop, 'payment_methods', at, { min_amount: 1 });
  const methods = await readAt(shop, { site: 'borderless', lang: 'en' }, getPaymentMethods);
  expect(methods.find(({ id }) => id === 'stripe_secure')?.min_amount).toBe(50);
  const order = await ready(shop, (await slotAt(shop, 0)).id);
  for (const [total, outcome] of [
    [49, 409],
    [100_000_000, 409],
    [50, 200],
  ] as const) {
    await changeRows(shop, 'orders', { token_hash: hashOf(order.token) }, { total });
    expect([total, (await pay(shop, { ...order, price: total })).status]).toEqual([total, outcome]);
  }
});
