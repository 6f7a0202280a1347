import { sql } from 'kysely';
import * as v from 'valibot';
import { hashOf } from '#server/core/crypto.ts';
import type { Attempt } from '#server/payments/providers/adapter.ts';
import { orderIdOf } from '#server/payments/providers/gmo/order.ts';
import { returnReference } from '#server/payments/return-references.ts';
import { browserHeader } from '#src/api/endpoint.ts';
import { newIdempotencyKey } from '#src/domain/idempotency-key.ts';
import { hiddenMail } from '#src/domain/mail.ts';
import { changeRows, newSlot, olderPayments, rowOf } from './arrange.ts';
import {
  answerChallenge,
  challenge,
  customer,
  newKey,
  type PayInput,
  pay,
  postToSandbox,
  ready,
  replyOf,
  setFault,
  slotAt,
} from './buyer.ts';
import type { Answer } from './call.ts';
import type { Shop } from './shop.ts';

const Token = v.object({ resultCode: v.string(), tokenObject: v.optional(v.object({ token: v.string() })) });

/** The token that GMO's script makes for a card. */
export const gmoToken = async (shop: Shop, card: { number?: string; name?: string } = {}): Promise<string> => {
  const body = new URLSearchParams({
    ShopID: 'tshop00000001',
    cardNo: card.number ?? '4111111111111111',
    expire: '203912',
    securityCode: '123',
    holderName: card.name ?? 'HANAKO YAMADA',
  });
  const reply = await fetch(`${shop.sandbox.url}/ext/api/credit/getToken`, { method: 'POST', body });
  const { resultCode, tokenObject } = v.parse(Token, await reply.json());
  if (!tokenObject) throw new Error(`The token call returned ${resultCode}.`);
  return tokenObject.token;
};

export type Order = { token: string; price: number };

/** An order ready to pay. */
export const newOrder = async (shop: Shop): Promise<Order> => ready(shop, (await slotAt(shop, 0)).id);

/** The response to a payment by card. */
export const payByCard = async (shop: Shop, order: Order) => replyOf(await pay(shop, order));

/** Pays by a wallet, on whose page the visitor pays. */
export const payByWallet = (shop: Shop, order: Order, method: string, more: PayInput = {}) =>
  pay(shop, order, { method, token: '', ...more });

/** The redirect in a response to a payment. Throws if it has none. */
export const redirectIn = (answer: Parameters<typeof replyOf>[0]) => {
  const reply = replyOf(answer);
  if (reply.status !== 'redirect') throw new Error(`The payment is ${reply.status}.`);
  return reply;
};

/** Pays by a wallet and returns the redirect to its page. */
export const startRedirect = async (shop: Shop, order: Order, wallet: string, key = newKey()) =>
  redirectIn(await payByWallet(shop, order, wallet, { key }));

/** Sends a request as a browser without cookies or state; does not follow redirects. */
export const browse = async (url: string, fields?: Record<string, string>) => {
  const reply = await fetch(url, {
    redirect: 'manual',
    ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}),
  });
  return { status: reply.status, location: reply.headers.get('location') ?? '', text: await reply.text() };
};

const fieldsIn = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&amp;', '&'),
    ]),
  );
const actionIn = (page: string): string =>
  (/<form method="post" action="([^"]*)"/.exec(page)?.[1] ?? '').replaceAll('&amp;', '&');

/** Submits a button of one of the provider's pages and returns the next response. */
export const clickButton = (shop: Shop, page: string, button: string) =>
  browse(new URL(actionIn(page), shop.sandbox.url).href, { ...fieldsIn(page), press: button });

/** Answers the bank's page and returns the address of the redirect. */
export const answerCheck = async (shop: Shop, url: string, button: string): Promise<string> =>
  (await clickButton(shop, (await browse(url)).text, button)).location;

/** Answers a wallet's page; returns the address, or form, by which it sends the browser back. */
export const answerPage = async (
  shop: Shop,
  { url, method, fields }: Pick<ReturnType<typeof redirectIn>, 'url' | 'method' | 'fields'>,
  button: string,
): Promise<{ url: string; fields?: Record<string, string> }> => {
  const page = await browse(url, method === 'POST' ? fields : undefined);
  const { location, text } = await clickButton(shop, page.text, button);
  return location ? { url: location } : { url: actionIn(text), fields: fieldsIn(text) };
};

/** The same, and returns to the shop, whose redirect is the result. */
export const answer = async (...args: Parameters<typeof answerPage>) => {
  const { url, fields } = await answerPage(...args);
  return browse(url, fields);
};

/** The latest attempt of an order. */
export const attemptOf = (shop: Shop, { token }: Order): Promise<Attempt> =>
  shop.db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .selectAll('payments')
    .where('orders.token_hash', '=', hashOf(token))
    .orderBy('payments.created_at', 'desc')
    .executeTakeFirstOrThrow();

/** Lets a delayed PayPay payment succeed or fail. */
export const settleLate = async (shop: Shop, order: Order, result: 'succeeded' | 'failed') => {
  const orderId = orderIdOf(await attemptOf(shop, order));
  await postToSandbox(shop, `gmo/trades/${orderId}/settle`, { result });
};

/** The order as its buyer sees it. */
export const readOrder = (shop: Shop, { token }: { token: string }) => shop.call('getOrder', { params: { token } });

/** The reference at the end of the address to which the shop redirects. */
export const referenceIn = (location: string): string => /[?&]r=([^&]+)$/.exec(location)?.[1] ?? '';

/** The default browser secret of a returning browser. */
const browser = newIdempotencyKey();

/** The result of a payment, by the reference in the address of the shop's redirect. */
export const becameOf = (shop: Shop, location: string) =>
  shop.call('getReturn', { params: { r: referenceIn(location) }, headers: { [browserHeader]: browser } });

/** Sets a fault for GMO's next notices. */
export const notices = (shop: Shop, fault: string) => setFault(shop, { route: 'webhooks:gmo', fault, times: 9 });

/** Makes the order's attempt `age` old, so that it may be polled again. */
export const due = async (shop: Shop, order: Order, age = '10 seconds') => {
  const { id } = await attemptOf(shop, order);
  await changeRows(
    shop,
    'payments',
    { id },
    { ...olderPayments(sql`${age}::interval`), asked_at: sql`now() - interval '1 minute'` },
  );
};

/** The provider's ledger after one payment, and after none. */
export const once = { charges: 1, refunded: 0 };
export const none = { charges: 0, refunded: 0 };

/** A new browser's secret. */
export const newBrowser = newIdempotencyKey;

/** The address to which the provider of an order's latest attempt redirects the browser. */
export const returnAddressOf = async (shop: Shop, order: { token: string; price: number }): Promise<string> => {
  const attempt = await attemptOf(shop, order);
  return `${shop.url}/api/v1/payment-return/${attempt.method}?r=${returnReference(shop.deps.tokens, attempt)}`;
};

/** Returns from the provider. The result is the reference in the address of the shop's redirect. */
export const returnToShop = async (address: string): Promise<string> => referenceIn((await browse(address)).location);

/** The header of a browser with this secret. */
export const asBrowser = (browser: string): Record<string, string> => ({ 'x-browser-secret': browser });

/** Asks for the result of a return; `browser` null sends no secret. */
export const requestReturn = (shop: Shop, r: string, browser: string | null): Promise<Answer> =>
  shop.send('getReturn', { params: { r }, ...(browser !== null && { headers: asBrowser(browser) }) });

/** The JSON reply of a response. Throws unless the status is 200. */
export const parseReply = ({ status, text }: Answer) => {
  if (status !== 200) throw new Error(`${status} ${text}`);
  return JSON.parse(text);
};

/** An order with a pending identity check, and the address to which the provider redirects. */
export const startIdentityCheck = async (shop: Shop) => {
  const order = await ready(shop, await newSlot(shop));
  const started = await challenge(shop, order);
  const answer = (result: 'complete' | 'cancel') =>
    answerChallenge(shop, started.payment_intent_id, started.client_secret, result);
  return { ...order, answer, address: await returnAddressOf(shop, order) };
};

/** The same, paid at the provider; the browser has not returned yet. */
export const paid = async (shop: Shop) => {
  const order = await startIdentityCheck(shop);
  await order.answer('complete');
  return order;
};

/** Makes all references and all ends of payments older. */
export const passReturnMinutes = async (shop: Shop, minutes: number) => {
  const shift = sql`make_interval(mins => ${minutes})`;
  await changeRows(
    shop,
    'return_references',
    {},
    { issued_at: sql`issued_at - ${shift}`, expires_at: sql`expires_at - ${shift}` },
  );
  await changeRows(shop, 'payments', {}, { asked_at: sql`asked_at - ${shift}` });
};

/** The reservation number of a paid order. */
export const numberOf = async (shop: Shop, { token }: { token: string }): Promise<string> =>
  (await rowOf(shop, 'orders', { token_hash: hashOf(token) })).reservation_number ?? '';

/** All that a browser may learn by a reference that belongs to another browser. */
export const stateOf = async (shop: Shop, order: { token: string }) => ({
  status: 'paid',
  order_token: '',
  completion: {
    reservation_number: `…${(await numberOf(shop, order)).slice(-4)}`,
    reservation_token: '',
    sent_to: hiddenMail(customer.email),
  },
});
