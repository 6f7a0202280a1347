import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { createOrderMail, putOrder } from '#src/api/contract/orders.ts';
import type { Endpoint } from '#src/api/endpoint.ts';
import type { CustomerInfo } from '#src/domain/customer.ts';
import { optionLists } from '#src/domain/option-lists.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { newSlot, passMinutes } from './kit/arrange.ts';
import { choiceOf, customer, hold, newKey, readLedger, tomorrow } from './kit/buyer.ts';
import { invitedTo, linkTokenOf, newAddress } from './kit/mails.ts';
import { venueOf } from './kit/ops.ts';
import { answerChallenge, type PayInput, pay, replyOf } from './kit/pay.ts';
import { asBrowser, newBrowser } from './kit/returns.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());

const Placed = v.object({ order_token: v.string(), order: v.object({ price: v.number() }) });

/** A visitor of one site who uses only its API. */
const visit = async (site: SiteCode) => {
  const venue = venueOf(shop, site);
  const { send, call } = venue;
  const [product] = await call('getProducts', { query: { lang: 'ja' } });
  const query = { from: tomorrow, to: tomorrow, lang: 'ja', product_uuid: product?.uuid ?? '' };
  const { time_spans } = await call('searchProducts', { query });
  const [slot, other] = time_spans.filter(({ remaining }) => remaining >= 6);
  const [option] = product?.options.filter(({ add_cost }) => add_cost > 0) ?? [];
  const choice = (count = 1, span = slot) => ({
    ...choiceOf(span?.id ?? '', count),
    product_uuid: product?.uuid,
    option_values: [{ id: option?.id ?? '', count }],
  });
  const shown = (await call('getFieldTemplates')).filter(({ is_display }) => is_display);
  const picked = shown.flatMap(({ field_name, list }) => (list ? [[field_name, optionLists[list][0]]] : []));
  const info = (): CustomerInfo => ({ ...customer, ...Object.fromEntries(picked), email: newAddress() });
  const post = (endpoint: Endpoint, token: string, body: unknown) => send(endpoint, { params: { token }, body });
  const payFor = (token: string, price: number, more?: PayInput) => pay(venue, { token, price }, more);
  return { send, call, post, payFor, choice, info, slot: slot?.id ?? '', other, option: option?.id ?? '' };
};

describe('a site that sells by invitation only', async () => {
  const visitor = await visit('nishinippon-event01');
  let guest: Awaited<ReturnType<typeof invitedTo>>;
  let opened: string;
  beforeEach(async () => {
    const { slot, option } = visitor;
    guest = await invitedTo(shop, { site: 'nishinippon-event01', slot, option, count: 2 });
    opened = (await visitor.call('getOrderMail', { params: { token: guest.link } })).order_token;
  });

  it('accepts no token of another site’s order, nor an unknown one, as an invitation', async () => {
    const elsewhere = await hold(shop, await newSlot(shop));
    for (const replaces of [elsewhere.token, newKey()]) {
      const refused = await visitor.send('createOrder', { body: { ...visitor.choice(), replaces } });
      expect(problemOf(refused).code).toBe('token_not_found');
    }
  });

  it('sells to the guest, also another time for as many people, and no more', async () => {
    const body = { ...visitor.choice(3, visitor.other), replaces: opened };
    expect(problemOf(await visitor.send('createOrder', { body }))).toMatchObject({
      code: 'invalid_quantity',
      fields: ['quantity'],
    });
    const moved = await visitor.call('createOrder', {
      body: { ...visitor.choice(2, visitor.other), replaces: opened },
    });
    expect(moved.order.customer_info?.email).toBe(guest.mail);
    expect(replyOf(await visitor.payFor(moved.order_token, moved.order.price)).status).toBe('paid');
  });

  it.each(['held', 'expired'])(
    'sells once for an invitation, however often its %s order is replaced',
    async (state) => {
      const replace = (replaces: string) =>
        visitor.send('createOrder', { body: { ...visitor.choice(2, visitor.other), replaces }, key: newKey() });
      const placed = async (replaces: string) => v.parse(Placed, JSON.parse((await replace(replaces)).text));
      const first = await placed(opened);
      if (state === 'expired') {
        await passMinutes(shop, first.order_token, 30);
        await shop.sweep();
      }
      const second = await placed(first.order_token);
      expect(replyOf(await visitor.payFor(second.order_token, second.order.price)).status).toBe('paid');
      expect(problemOf(await replace(first.order_token))).toMatchObject({
        code: 'ticket_not_on_sale',
        fields: ['replaces'],
      });
      expect(problemOf(await replace(opened)).code).toBe('order_closed');
    },
  );

  it.each([putOrder, createOrderMail])('keeps the invitation with its address: $path', async (endpoint) => {
    const { customer_info } = await visitor.call('getOrder', { params: { token: opened } });
    const other = { ...customer_info, email: newAddress() };
    expect(problemOf(await visitor.post(endpoint, opened, other))).toMatchObject({
      code: 'invalid_input',
      fields: ['email'],
    });
    expect((await visitor.post(putOrder, opened, customer_info)).status).toBe(200);
  });

  it('accepts no payment before the invitation was opened', async () => {
    const { slot, option } = visitor;
    const { token } = await invitedTo(shop, { site: 'nishinippon-event01', slot, option });
    const { price } = await visitor.call('getOrder', { params: { token } });
    expect(problemOf(await visitor.payFor(token, price))).toMatchObject({ fields: ['customer_info/email'] });
  });
});

describe('a site that confirms addresses by mail', async () => {
  const visitor = await visit('kairakuen');
  const begin = async () => {
    const { order_token: token, order } = await visitor.call('createOrder', { body: visitor.choice() });
    return { token, price: order.price };
  };
  /** An order whose address was confirmed by the mailed link. */
  const confirmed = async () => {
    const [order, info] = [await begin(), visitor.info()];
    await visitor.post(createOrderMail, order.token, info);
    const params = { token: await linkTokenOf(shop, info.email) };
    const { order_token } = await visitor.call('getOrderMail', { params });
    return { ...order, info, order_token };
  };
  const unconfirmed = { status: 400, code: 'invalid_input', fields: ['customer_info/email'] };

  it('accepts it once the link of that address was opened, and not for another address', async () => {
    const { price, info, order_token } = await confirmed();
    const readOrder = () => visitor.call('getOrder', { params: { token: order_token } });
    expect((await readOrder()).mail_confirmed).toBe(true);
    await visitor.post(putOrder, order_token, visitor.info());
    expect(problemOf(await visitor.payFor(order_token, price))).toMatchObject(unconfirmed);
    expect((await readOrder()).mail_confirmed, 'the page can say so before').toBe(false);
    /* Other changes leave the address confirmed. */
    await visitor.post(putOrder, order_token, { ...info, email: info.email.toUpperCase(), fullname: '佐藤 次郎' });
    expect((await readOrder()).mail_confirmed).toBe(true);
    const browser = newBrowser();
    const paid = replyOf(await visitor.payFor(order_token, price, { browser }));
    if (paid.status !== 'paid') throw new Error(paid.status);
    /* An address that a mail has confirmed needs no correction afterwards. */
    const { reservation_token } = paid.completion;
    const corrected = await visitor.send('correctEmail', {
      params: { reservation_token },
      body: { email: newAddress() },
      headers: asBrowser(browser),
    });
    expect(problemOf(corrected).code).toBe('cannot_change_ticket');
  });

  it.each([putOrder, createOrderMail])(
    'ends the payment of that address when another one is typed: $path',
    async (save) => {
      const { token, price, order_token } = await confirmed();
      const begun = replyOf(await visitor.payFor(order_token, price, { card: '4000002760003184' }));
      if (begun.status !== 'requires_action') throw new Error(begun.status);
      expect((await visitor.post(save, order_token, visitor.info())).status).toBe(200);
      const { payment_intent_id, client_secret } = begun;
      await answerChallenge(shop, payment_intent_id, client_secret, 'complete').catch(() => undefined);
      await visitor.send('confirmCheckout', { body: { payment_intent_id }, key: newKey() });
      expect((await visitor.call('getOrder', { params: { token: order_token } })).status).toBe('open');
      expect(await readLedger(shop, token)).toMatchObject({ charges: 0 });
      expect(problemOf(await visitor.payFor(order_token, price))).toMatchObject(unconfirmed);
    },
  );

  it('keeps an address confirmed when another choice replaces the order', async () => {
    const { order_token } = await confirmed();
    const body = { ...visitor.choice(2), replaces: order_token };
    const { order_token: next, order } = await visitor.call('createOrder', { body });
    expect(replyOf(await visitor.payFor(next, order.price)).status).toBe('paid');
  });
});
