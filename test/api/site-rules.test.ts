import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getFieldTemplates, getPaymentMethods, getProducts } from '#src/api/contract/catalogue.ts';
import { checkout } from '#src/api/contract/checkout.ts';
import {
  createOrder,
  createOrderMail,
  extendOrder,
  getOrder,
  getOrderMail,
  putOrder,
} from '#src/api/contract/orders.ts';
import { getOrderableStocks, searchProducts } from '#src/api/contract/products.ts';
import { createReservationMail } from '#src/api/contract/reservations.ts';
import { changeDate, sendTicket } from '#src/api/contract/tickets.ts';
import type { CustomerInfo } from '#src/domain/customer.ts';
import { optionLists } from '#src/domain/option-lists.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { cardToken, choiceOf, customer, dated, hold, newKey, pay, ready, replyOf, tomorrow } from './kit/buyer.ts';
import { buyTicket, sending } from './kit/holder.ts';
import { invitedTo } from './kit/invited.ts';
import { linkTokenOf, newAddress } from './kit/mails.ts';
import { askBy, problemOf, type Shop, sendTo, startShop } from './kit/shop.ts';
import { newSlot } from './kit/slot.ts';
import { passMinutes } from './kit/time.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

/** A visitor of one site, by its API alone. */
const visit = async (site: SiteCode) => {
  const send = sendTo(`${shop.url}/${site}`);
  const ask = askBy(send);
  const [product] = await ask(getProducts, { query: { lang: 'ja' } });
  const query = { from: tomorrow, to: tomorrow, lang: 'ja', product_uuid: product?.uuid ?? '' };
  const { time_spans } = await ask(searchProducts, { query });
  const [slot, other] = time_spans.filter(({ remaining }) => remaining >= 6);
  const [option] = product?.options.filter(({ add_cost }) => add_cost > 0) ?? [];
  const choice = (count = 1, span = slot) => ({
    lang: 'ja',
    product_uuid: product?.uuid,
    time_span_id: span?.id ?? '',
    quantity: count,
    option_values: [{ id: option?.id ?? '', count }],
    set_products: [],
  });
  const shown = (await ask(getFieldTemplates)).filter(({ is_display }) => is_display);
  const picked = shown.flatMap(({ field_name, list }) => (list ? [[field_name, optionLists[list][0]]] : []));
  const info = (email = newAddress()): CustomerInfo => ({ ...customer, ...Object.fromEntries(picked), email });
  const post = async (endpoint: Parameters<typeof send>[0], token: string, body: unknown) =>
    send(endpoint, { params: { token }, body, key: newKey() });
  const payFor = async (token: string, price: number) => {
    const payment = { token: await cardToken(shop), brand: 'visa', last4: '4242' };
    return post(checkout, token, { payment_method: 'stripe_secure', payment, lang: 'ja', price });
  };
  return { send, ask, post, payFor, choice, info, slot: slot?.id ?? '', other, option: option?.id ?? '' };
};
type Visitor = Awaited<ReturnType<typeof visit>>;

const stored = async (table: 'orders' | 'payments') => (await shop.db.selectFrom(table).select('id').execute()).length;

describe('a site that sells by invitation only', () => {
  let visitor: Visitor;
  let guest: Awaited<ReturnType<typeof invitedTo>>;
  let opened: string;
  beforeAll(async () => {
    visitor = await visit('nishinippon-event01');
  });
  beforeEach(async () => {
    const { slot, option } = visitor;
    guest = await invitedTo(shop, { site: 'nishinippon-event01', slot, option, count: 2 });
    opened = (await visitor.ask(getOrderMail, { params: { token: guest.link } })).order_token;
  });

  it('sells nothing to who was not invited, and holds no seats for them', async () => {
    const before = await stored('orders');
    const refused = await visitor.send(createOrder, { body: visitor.choice(), key: newKey() });
    expect(problemOf(refused)).toMatchObject({ status: 409, code: 'ticket_not_on_sale', fields: ['replaces'] });
    expect(await stored('orders')).toBe(before);
  });

  it('takes no token of another site’s order, nor an unknown one, for an invitation', async () => {
    const elsewhere = await hold(shop, await newSlot(shop), 1);
    for (const replaces of [elsewhere.token, newKey()]) {
      const refused = await visitor.send(createOrder, { body: { ...visitor.choice(), replaces }, key: newKey() });
      expect(problemOf(refused).code).toBe('token_not_found');
    }
  });

  it('lets the guest choose another time for as many people, and no more', async () => {
    const body = { ...visitor.choice(3, visitor.other), replaces: opened };
    expect(problemOf(await visitor.send(createOrder, { body, key: newKey() }))).toMatchObject({
      code: 'invalid_quantity',
      fields: ['quantity'],
    });
    const moved = await visitor.ask(createOrder, {
      body: { ...visitor.choice(2, visitor.other), replaces: opened },
      key: newKey(),
    });
    expect(moved.order.customer_info?.email).toBe(guest.mail);
    expect(replyOf(await visitor.payFor(moved.order_token, moved.order.price)).status).toBe('paid');
  });

  it.each([putOrder, createOrderMail])('keeps the invitation with its address: $path', async (endpoint) => {
    const { customer_info } = await visitor.ask(getOrder, { params: { token: opened } });
    const other = { ...customer_info, email: newAddress() };
    expect(problemOf(await visitor.post(endpoint, opened, other))).toMatchObject({
      code: 'invalid_input',
      fields: ['email'],
    });
    expect((await visitor.post(putOrder, opened, customer_info)).status).toBe(200);
  });

  it('takes no payment before the invitation was opened', async () => {
    const { slot, option } = visitor;
    const { token } = await invitedTo(shop, { site: 'nishinippon-event01', slot, option });
    const { price } = await visitor.ask(getOrder, { params: { token } });
    expect(problemOf(await visitor.payFor(token, price))).toMatchObject({ fields: ['customer_info/email'] });
  });

  it('sells to the guest', async () => {
    const { price } = await visitor.ask(getOrder, { params: { token: opened } });
    expect(replyOf(await visitor.payFor(opened, price)).status).toBe('paid');
  });
});

describe('a site that confirms addresses by mail', () => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await visit('kairakuen');
  });
  const begin = async () => {
    const { order_token: token, order } = await visitor.ask(createOrder, { body: visitor.choice(), key: newKey() });
    return { token, price: order.price };
  };
  const unconfirmed = { status: 400, code: 'invalid_input', fields: ['customer_info/email'] };

  it.each([putOrder, createOrderMail])('takes no payment for an address given by $path alone', async (endpoint) => {
    const before = await stored('payments');
    const { token, price } = await begin();
    expect((await visitor.post(endpoint, token, visitor.info())).status).toBe(200);
    expect(problemOf(await visitor.payFor(token, price))).toMatchObject(unconfirmed);
    const free = { payment_method: 'free', payment: { token: '', brand: '', last4: '' }, lang: 'ja', price };
    expect(problemOf(await visitor.post(checkout, token, free))).toMatchObject(unconfirmed);
    expect(await stored('payments')).toBe(before);
    expect((await visitor.ask(getOrder, { params: { token } })).status).toBe('open');
  });

  it('takes it once the link of that address was opened, and no more for another one', async () => {
    const { token, price } = await begin();
    const info = visitor.info();
    await visitor.post(createOrderMail, token, info);
    const { order_token } = await visitor.ask(getOrderMail, { params: { token: await linkTokenOf(shop, info.email) } });
    await visitor.post(putOrder, order_token, visitor.info());
    expect(problemOf(await visitor.payFor(order_token, price))).toMatchObject(unconfirmed);
    /* What else is changed leaves the address confirmed. */
    await visitor.post(putOrder, order_token, { ...info, email: info.email.toUpperCase(), fullname: '佐藤 次郎' });
    expect(replyOf(await visitor.payFor(order_token, price)).status).toBe('paid');
  });

  it('keeps an address confirmed when another choice takes the order’s place', async () => {
    const { token } = await begin();
    const info = visitor.info();
    await visitor.post(createOrderMail, token, info);
    const { order_token } = await visitor.ask(getOrderMail, { params: { token: await linkTokenOf(shop, info.email) } });
    const body = { ...visitor.choice(2), replaces: order_token };
    const { order_token: next, order } = await visitor.ask(createOrder, { body, key: newKey() });
    expect(replyOf(await visitor.payFor(next, order.price)).status).toBe('paid');
  });
});

describe('a language that the site does not speak', () => {
  beforeAll(() =>
    shop.db.deleteFrom('languages').where('site', '=', 'borderless').where('id', '=', 'zh-hant').execute(),
  );

  it('is refused by name where an order or a mail would be written in it', async () => {
    const order = { ...choiceOf(await newSlot(shop), 1), lang: 'zh-hant' };
    const { params } = await buyTicket(shop, await newSlot(shop), 2);
    const answers = [
      await shop.send(createOrder, { body: order, key: newKey() }),
      await shop.send(sendTicket, { params, body: { ...sending(1), lang: 'zh-hant' }, key: newKey() }),
      await shop.send(createReservationMail, { body: { email: newAddress(), lang: 'zh-hant' }, key: newKey() }),
    ];
    for (const answer of answers)
      expect(problemOf(answer)).toMatchObject({ status: 400, code: 'invalid_input', fields: ['lang'] });
  });

  it('never stands in the way of a payment: the order keeps its own', async () => {
    const { token, price } = await ready(shop, await newSlot(shop), 1);
    const payment = { token: await cardToken(shop), brand: 'visa', last4: '4242' };
    const body = { payment_method: 'stripe_secure', payment, lang: 'zh-hant', price };
    expect(replyOf(await shop.send(checkout, { params: { token }, body, key: newKey() })).status).toBe('paid');
    expect((await shop.ask(getOrder, { params: { token } })).lang).toBe('ja');
  });
});

describe('a method that the site’s pages do not offer', () => {
  it('is not offered and not taken, although the catalogue has it', async () => {
    const words = JSON.stringify({ en: { name: 'Alipay', note: '' } });
    await shop.db
      .insertInto('payment_methods')
      .values({ site: 'borderless', id: 'alipay', position: 9, min_amount: 1, words })
      .execute();
    const offered = await shop.ask(getPaymentMethods, { query: { lang: 'en' } });
    expect(offered.map(({ id }) => id)).toEqual(['stripe_secure', 'free']);
    const order = await ready(shop, await newSlot(shop), 1);
    expect(problemOf(await pay(shop, order, { method: 'alipay', token: '' })).code).toBe('method_unavailable');
  });
});

describe('a visit that is over', () => {
  const endVisit = (slot: string) =>
    shop.db
      .updateTable('time_spans')
      .set({ reservation_to: new Date(Date.now() - 1_000), sale_to: new Date(Date.now() + 3_600_000) })
      .where('id', '=', slot)
      .execute();

  it('is not sold, whatever the end of its sale says: neither anew, nor again, nor as another date', async () => {
    const slot = await newSlot(shop);
    const held = await hold(shop, slot, 1);
    const { params } = await buyTicket(shop, await newSlot(shop), 1);
    await endVisit(slot);
    const query = { product_time_span_id: slot };
    expect(await shop.ask(getOrderableStocks, { query })).toMatchObject({ state: 'closed', remaining: 0 });
    const anew = await shop.send(createOrder, { body: choiceOf(slot, 1), key: newKey() });
    expect(problemOf(anew)).toMatchObject({ code: 'ticket_not_on_sale', fields: ['time_span_id'] });
    const moved = await shop.send(changeDate, { params, body: { time_span_id: slot }, key: newKey() });
    expect(problemOf(moved).code).toBe('ticket_not_on_sale');
    await passMinutes(shop, held.token, 16);
    const again = await shop.send(extendOrder, { params: { token: held.token }, key: newKey() });
    expect(problemOf(again).code).toBe('session_timeout');
  });
});

describe('a product whose sale is over or has not begun', () => {
  const saleOf = (days: object) => shop.db.updateTable('products').set(days).where('uuid', '=', dated).execute();

  it('shows its days as closed, and a hold that ran out is not taken again', async () => {
    const find = () =>
      shop.ask(searchProducts, { query: { from: tomorrow, to: tomorrow, lang: 'ja', product_uuid: dated } });
    const before = await shop.db
      .selectFrom('products')
      .select(['sale_from', 'sale_to'])
      .where('uuid', '=', dated)
      .executeTakeFirstOrThrow();
    const [span] = (await find()).time_spans;
    const [product] = (await shop.ask(getProducts, { query: { lang: 'ja' } })).filter(({ uuid }) => uuid === dated);
    const count = product?.min_quantity ?? 1;
    const body = {
      ...{ lang: 'ja', product_uuid: dated, time_span_id: span?.id, quantity: count, set_products: [] },
      option_values: [{ id: product?.options[0]?.id, count }],
    };
    const { order_token: token } = await shop.ask(createOrder, { body, key: newKey() });
    await saleOf({ sale_from: '2001-01-01', sale_to: '2001-12-31' });
    expect((await find()).days.map(({ state }) => state)).toEqual(['closed']);
    await passMinutes(shop, token, 16);
    const refused = await shop.send(extendOrder, { params: { token }, key: newKey() });
    expect(problemOf(refused).code).toBe('session_timeout');
    await saleOf({ sale_from: before.sale_from, sale_to: before.sale_to });
  });
});
