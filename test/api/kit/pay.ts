import * as v from 'valibot';
import { hashOf } from '#server/core/crypto.ts';
import type { Attempt } from '#server/payments/providers/adapter.ts';
import { checkout } from '#src/api/contract/checkout.ts';
import { browserHeader } from '#src/api/endpoint.ts';
import type { VisitPeriod } from '#src/domain/checkout.ts';
import type { ExpressWallet } from '#src/domain/payment.ts';
import { type AtSandbox, cardToken, newKey, postToStripe, ready, slotAt } from './buyer.ts';
import type { Answer } from './call.ts';
import type { Shop } from './shop.ts';

/** An order as a payment refers to it. */
export type Order = { token: string; price: number };

/** An order ready to pay. */
export const newOrder = async (shop: Shop): Promise<Order> => ready(shop, (await slotAt(shop, 0)).id);

/** Answers the identity check as the visitor does. */
export const answerChallenge = async (
  shop: AtSandbox,
  id: string,
  client_secret: string,
  result: 'complete' | 'fail' | 'cancel',
) => postToStripe(shop, `payment_intents/${id}/authenticate`, { client_secret, result }, 'pk_test_sandbox');

/** Input of a payment; a card token is made if none is given. */
export type PayInput = {
  key?: string;
  card?: string;
  token?: string;
  method?: string;
  fingerprint?: string;
  wallet?: ExpressWallet;
  browser?: string;
  visit?: VisitPeriod;
};

/** Pays the order, with a new card token unless one is given. */
export const pay = async (
  shop: Shop,
  order: Order,
  { key = newKey(), card, token, method = 'stripe_secure', browser, visit, ...device }: PayInput = {},
): Promise<Answer> => {
  const made = token ?? (method === 'free' ? '' : await cardToken(shop, card));
  const payment = {
    token: made,
    brand: method === 'free' ? '' : 'visa',
    last4: method === 'free' ? '' : '4242',
    ...device,
  };
  const body = { payment_method: method, payment, lang: 'ja', price: order.price, visit };
  const headers = browser === undefined ? {} : { [browserHeader]: browser };
  return shop.send('checkout', { params: { token: order.token }, body, key, headers });
};

const ReplySchema = checkout.reply;

/** The reply of a checkout or confirmation. Throws unless the status is 200. */
export const replyOf = ({ status, text }: Answer): v.InferOutput<typeof ReplySchema> => {
  if (status !== 200) throw new Error(`${status} ${text}`);
  return v.parse(ReplySchema, JSON.parse(text));
};

/** Pays the order, by default with a card that needs no check, and returns its completion. */
export const purchase = async (shop: Shop, order: Order, input?: PayInput) => {
  const reply = replyOf(await pay(shop, order, input));
  if (reply.status !== 'paid') throw new Error(`The payment is ${reply.status}.`);
  return reply.completion;
};

/** Pays with a card that requires an identity check, which is then open. */
export const challenge = async (shop: Shop, order: Order, browser?: string) => {
  const reply = replyOf(await pay(shop, order, { card: '4000002760003184', ...(browser && { browser }) }));
  if (reply.status !== 'requires_action') throw new Error(`The payment is ${reply.status}.`);
  return reply;
};

/** Confirms to the shop that the identity check is over. */
export const confirm = (shop: Shop, payment_intent_id: string): Promise<Answer> =>
  shop.send('confirmCheckout', { body: { payment_intent_id }, key: newKey() });

/** The latest attempt of an order. */
export const attemptOf = (shop: Shop, { token }: Order): Promise<Attempt> =>
  shop.db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .selectAll('payments')
    .where('orders.token_hash', '=', hashOf(token))
    .orderBy('payments.created_at', 'desc')
    .executeTakeFirstOrThrow();

/** The order as its buyer sees it. */
export const readOrder = (shop: Shop, { token }: Pick<Order, 'token'>) => shop.call('getOrder', { params: { token } });

/** The provider's ledger after one payment. */
export const once = { charges: 1, refunded: 0 };
