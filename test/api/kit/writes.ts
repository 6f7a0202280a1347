import { hashOf } from '#server/core/crypto.ts';
import { checkout, confirmCheckout } from '#src/api/contract/checkout.ts';
import { createOrderCoupon, deleteOrderCoupon } from '#src/api/contract/coupons.ts';
import { createOrderMail, putOrder } from '#src/api/contract/customers.ts';
import { deleteOrder, extendOrder } from '#src/api/contract/holds.ts';
import { putMailMagazine } from '#src/api/contract/mailmagazines.ts';
import { createOrder, getOrder } from '#src/api/contract/orders.ts';
import { createReservationMail } from '#src/api/contract/reservations.ts';
import {
  changeDate,
  revokeTicket,
  sendTicket,
  shareTicket,
  splitTicket,
  stopSharing,
} from '#src/api/contract/tickets.ts';
import type { Endpoint } from '#src/api/endpoint.ts';
import {
  answerChallenge,
  cardToken,
  choiceOf,
  customer,
  hold,
  newKey,
  pay,
  readLedger,
  ready,
  replyOf,
  slotAt,
} from './buyer.ts';
import { adults, buyTicket, peopleOf, sending, ticketOf } from './holder.ts';
import type { Shop } from './shop.ts';
import { seatsOf } from './time.ts';

/** One request to a write of the contract, and a measure of its effect. */
export type Write = {
  endpoint: Endpoint;
  params?: Record<string, string>;
  body?: unknown;
  effect: () => Promise<unknown>;
};

const status = async (shop: Shop, token: string) => shop.call(getOrder, { params: { token } });

/** Every write of the contract by its name; each call prepares a new one. */
export const writes: Record<string, (shop: Shop) => Promise<Write>> = {
  createOrder: async (shop) => {
    const { id } = await slotAt(shop, 0);
    return { endpoint: createOrder, body: choiceOf(id, 1), effect: async () => (await seatsOf(shop, id)).held };
  },
  putOrder: async (shop) => {
    const { token } = await hold(shop, (await slotAt(shop, 1)).id);
    return {
      endpoint: putOrder,
      params: { token },
      body: customer,
      effect: async () => (await status(shop, token)).customer_info,
    };
  },
  extendOrder: async (shop) => {
    const { token } = await hold(shop, (await slotAt(shop, 1)).id);
    return {
      endpoint: extendOrder,
      params: { token },
      effect: async () => (await status(shop, token)).extensions_left,
    };
  },
  createOrderMail: async (shop) => {
    const { token } = await hold(shop, (await slotAt(shop, 1)).id);
    const address = `${newKey()}@visitor.example`;
    const sent = () => shop.db.selectFrom('outbox').select('kind').where('address', '=', address).execute();
    const effect = async () => (await sent()).length;
    return { endpoint: createOrderMail, params: { token }, body: { ...customer, email: address }, effect };
  },
  createOrderCoupon: async (shop) => {
    const { token } = await hold(shop, (await slotAt(shop, 1)).id);
    const effect = async () => (await status(shop, token)).coupon;
    return { endpoint: createOrderCoupon, params: { token }, body: { coupon: 'WELCOME10' }, effect };
  },
  deleteOrderCoupon: async (shop) => {
    const { token } = await hold(shop, (await slotAt(shop, 1)).id);
    await shop.call(createOrderCoupon, { params: { token }, body: { coupon: 'WELCOME10' } });
    const effect = async () => (await status(shop, token)).price;
    return { endpoint: deleteOrderCoupon, params: { token }, body: { coupon: 'WELCOME10' }, effect };
  },
  checkout: async (shop) => {
    const order = await ready(shop, (await slotAt(shop, 2)).id);
    const payment = { token: await cardToken(shop), brand: 'visa', last4: '4242' };
    const body = { payment_method: 'stripe_secure', payment, lang: 'ja', price: order.price };
    return { endpoint: checkout, params: { token: order.token }, body, effect: () => readLedger(shop, order.token) };
  },
  confirmCheckout: async (shop) => {
    const order = await ready(shop, (await slotAt(shop, 3)).id);
    const reply = replyOf(await pay(shop, order, { card: '4000008260003178' }));
    if (reply.status !== 'requires_action') throw new Error(reply.status);
    await answerChallenge(shop, reply.payment_intent_id, reply.client_secret, 'complete');
    const body = { payment_intent_id: reply.payment_intent_id };
    return { endpoint: confirmCheckout, body, effect: async () => (await status(shop, order.token)).status };
  },
  deleteOrder: async (shop) => {
    const { token } = await hold(shop, (await slotAt(shop, 1)).id);
    return { endpoint: deleteOrder, params: { token }, effect: async () => (await status(shop, token)).status };
  },
  shareTicket: async (shop) => {
    const { params } = await buyTicket(shop, (await slotAt(shop, 6)).id);
    const effect = async () => (await ticketOf(shop, params.reservation_token)).state;
    return { endpoint: shareTicket, params, effect };
  },
  stopSharing: async (shop) => {
    const { params } = await buyTicket(shop, (await slotAt(shop, 6)).id);
    await shop.call(shareTicket, { params, key: newKey() });
    const effect = async () => (await ticketOf(shop, params.reservation_token)).state;
    return { endpoint: stopSharing, params, effect };
  },
  sendTicket: async (shop) => {
    const holder = await buyTicket(shop, (await slotAt(shop, 7)).id, 3);
    const body = sending(1);
    const sent = () => shop.db.selectFrom('outbox').select('kind').where('address', '=', body.email).execute();
    const effect = async () => [
      (await sent()).length,
      (await ticketOf(shop, holder.params.reservation_token)).quantity,
      (await peopleOf(shop, holder)).length,
    ];
    return { endpoint: sendTicket, params: holder.params, body, effect };
  },
  splitTicket: async (shop) => {
    const { params } = await buyTicket(shop, (await slotAt(shop, 7)).id, 3);
    const effect = async () => (await ticketOf(shop, params.reservation_token)).quantity;
    return { endpoint: splitTicket, params, body: { option_values: adults(1) }, effect };
  },
  changeDate: async (shop) => {
    const to = await slotAt(shop, 9);
    const holder = await buyTicket(shop, (await slotAt(shop, 8)).id);
    const effect = async () => [
      (await ticketOf(shop, holder.params.reservation_token)).state,
      (await peopleOf(shop, holder)).length,
    ];
    return { endpoint: changeDate, params: holder.params, body: { time_span_id: to.id }, effect };
  },
  revokeTicket: async (shop) => {
    const email = `${newKey()}@visitor.example`;
    const { params } = await buyTicket(shop, (await slotAt(shop, 6)).id, 2, 0, email);
    const mails = () => shop.db.selectFrom('outbox').select('kind').where('address', '=', email).execute();
    const effect = async () => (await mails()).map(({ kind }) => kind).sort();
    return { endpoint: revokeTicket, params, effect };
  },
  createReservationMail: async (shop) => {
    const email = `${newKey()}@visitor.example`;
    const requests = () => shop.db.selectFrom('link_requests').select('id').where('address', '=', email).execute();
    return {
      endpoint: createReservationMail,
      body: { email, lang: 'ja' },
      effect: async () => (await requests()).length,
    };
  },
  putMailMagazine: async (shop) => {
    const [id, email] = [crypto.randomUUID(), `${newKey()}@visitor.example`];
    const token = shop.deps.tokens.token('magazine', id);
    await shop.db
      .insertInto('mail_magazines')
      .values({ id, token_hash: hashOf(token), site: 'borderless', email, lang: 'ja' })
      .execute();
    const row = () => shop.db.selectFrom('mail_magazines').select('stopped_at').where('id', '=', id).execute();
    const effect = async () => (await row()).map(({ stopped_at }) => stopped_at !== null);
    return { endpoint: putMailMagazine, params: { id: token }, effect };
  },
};
