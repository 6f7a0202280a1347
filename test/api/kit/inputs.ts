import { sql } from 'kysely';
import * as v from 'valibot';
import { hashOf } from '#server/core/crypto.ts';
import type { call } from '#src/api/call.ts';
import type { CallName, contract } from '#src/api/contract/index.ts';
import { createOrder } from '#src/api/contract/orders.ts';
import type { Endpoint } from '#src/api/endpoint.ts';
import { newIdempotencyKey } from '#src/domain/idempotency-key.ts';
import { adults, buyTicket, changeRows, newSlot, rowOf, sending } from './arrange.ts';
import { cardToken, choiceOf, customer, hold, ready, slotAt, timed, tomorrow } from './buyer.ts';
import { newAddress, requestMail } from './mails.ts';
import { purchase } from './pay.ts';
import { paid, returnToShop } from './returns.ts';
import type { Shop } from './shop.ts';

type Input<E extends Endpoint> = NonNullable<Parameters<typeof call<E['query'], E['body'], E['reply']>>[1]>;

/** The secret of the browser that calls with these inputs. */
export const payingBrowser = newIdempotencyKey();

const takeHold = async (shop: Shop) => hold(shop, (await slotAt(shop, 0)).id);

/** A ticket of two adults, and its buyer's address. */
const bought = async (shop: Shop) => {
  const email = newAddress();
  return { ...(await buyTicket(shop, (await slotAt(shop, 0)).id, { adults: 2, email })), email };
};

const ticket = async (shop: Shop) => (await bought(shop)).params;

/** A ticket whose visit the venue moved, with a choice. */
const chosen = async (shop: Shop) => {
  const params = await ticket(shop);
  const of = { token_hash: hashOf(params.reservation_token) };
  await changeRows(shop, 'tickets', of, { choice_until: sql`now() + interval '1 hour'` });
  return params;
};

/** A shared ticket: its own token, and the share link. */
const shared = async (shop: Shop) => {
  const params = await ticket(shop);
  return { ticket: params, link: await shop.call('shareTicket', { params }) };
};

/** The newsletter subscription of a buyer. */
const magazine = async (shop: Shop) => {
  const { email } = await bought(shop);
  const row = await rowOf(shop, 'mail_magazines', { email });
  return { id: shop.deps.tokens.token('magazine', row.id) };
};

/** Input with which each call responds with 200, prepared by earlier calls. The compiler requires a row for each call. */
export const inputs = {
  getLangs: async () => ({}),
  getFieldTemplates: async () => ({}),
  getConfigurations: async () => ({}),
  getProducts: async () => ({ query: { lang: 'ja' } }),
  getTexts: async () => ({ query: { lang: 'ja' } }),
  getPaymentMethods: async () => ({ query: { lang: 'ja' } }),

  searchProducts: async () => ({ query: { from: tomorrow, to: tomorrow, lang: 'ja', product_uuid: timed } }),
  getOrderableStocks: async (shop) => ({ query: { product_time_span_id: (await slotAt(shop, 0)).id } }),
  searchSetProducts: async (shop) => ({ query: { lang: 'ja', main_product_time_span_id: (await slotAt(shop, 0)).id } }),

  createOrder: async (shop) => {
    const body = v.parse(createOrder.body, choiceOf((await slotAt(shop, 0)).id, 1, 1));
    return { body, recaptcha: async () => 'a-token' };
  },
  getQueuePlace: async () => ({ query: { product_uuid: timed } }),
  getOrder: async (shop) => ({ params: { token: (await takeHold(shop)).token } }),
  putOrder: async (shop) => ({ params: { token: (await takeHold(shop)).token }, body: customer }),
  deleteOrder: async (shop) => ({ params: { token: (await takeHold(shop)).token } }),
  extendOrder: async (shop) => ({ params: { token: (await takeHold(shop)).token } }),
  createOrderMail: async (shop) => {
    const { token } = await takeHold(shop);
    return { params: { token }, body: { ...customer, email: newAddress() } };
  },
  getOrderMail: async (shop) => ({ params: { token: (await requestMail(shop)).link } }),
  getMailedOrder: async (shop) => ({ params: { token: (await requestMail(shop)).link } }),

  createOrderCoupon: async (shop) => ({
    params: { token: (await takeHold(shop)).token },
    body: { coupon: 'WELCOME10' },
  }),
  deleteOrderCoupon: async (shop) => {
    const params = { token: (await takeHold(shop)).token };
    await shop.call('createOrderCoupon', { params, body: { coupon: 'WELCOME10' } });
    return { params, body: { coupon: 'WELCOME10' } };
  },

  checkout: async (shop) => {
    const { token, price } = await ready(shop, (await slotAt(shop, 0)).id);
    const payment = { token: await cardToken(shop), brand: 'visa', last4: '4242' };
    return { params: { token }, body: { payment_method: 'stripe_secure', payment, lang: 'ja', price } };
  },
  confirmCheckout: async (shop) => ({ body: { payment_intent_id: (await paid(shop)).payment_intent_id } }),
  getReturn: async (shop) => ({ params: { r: await returnToShop((await paid(shop)).address) } }),

  getTicket: async (shop) => ({ params: await ticket(shop) }),
  shareTicket: async (shop) => ({ params: await ticket(shop) }),
  stopSharing: async (shop) => ({ params: (await shared(shop)).ticket }),
  getSharedTicket: async (shop) => ({ params: (await shared(shop)).link }),
  sendTicket: async (shop) => ({ params: await ticket(shop), body: { ...sending(1), lang: 'en' } }),
  splitTicket: async (shop) => ({ params: await ticket(shop), body: { option_values: adults(1) } }),
  createChange: async (shop) => {
    await changeRows(shop, 'products', { site: 'borderless', uuid: timed }, { date_change_difference: 'paid' });
    return { params: await ticket(shop), body: { time_span_id: await newSlot(shop, { surcharge: 300 }) } };
  },
  changeDate: async (shop) => ({ params: await ticket(shop), body: { time_span_id: await newSlot(shop) } }),
  refundTicket: async (shop) => ({ params: await chosen(shop) }),
  revokeTicket: async (shop) => ({ params: await ticket(shop) }),
  correctEmail: async (shop) => {
    const order = await ready(shop, (await slotAt(shop, 0)).id, { email: newAddress() });
    const { reservation_token } = await purchase(shop, order, { browser: payingBrowser });
    return { params: { reservation_token }, body: { email: newAddress() } };
  },
  getReceipt: async (shop) => ({ params: await ticket(shop) }),
  getReservation: async (shop) => {
    const { email, number } = await bought(shop);
    return { query: { email, reservation_number: number } };
  },
  createReservationMail: async () => ({ body: { email: newAddress(), lang: 'ja' } }),
  getToday: async () => ({ query: { lang: 'ja' } }),
  getMailMagazine: async (shop) => ({ params: await magazine(shop) }),
  putMailMagazine: async (shop) => ({ params: await magazine(shop) }),
} satisfies { [Name in CallName]: (shop: Shop) => Promise<Input<(typeof contract)[Name]>> };
