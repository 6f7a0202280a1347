import * as v from 'valibot';
import { type PayInput, pay } from './buyer.ts';
import { attemptOf, browse, clickButton } from './gmo.ts';
import type { Shop } from './shop.ts';

type Order = { token: string; price: number };

/** A payment method of a test card, as the card fields of `stripe` make it. */
export const methodToken = async (shop: Shop, number = '4242424242424242'): Promise<string> => {
  const reply = await fetch(`${shop.sandbox.url}/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_sandbox' },
    body: new URLSearchParams({
      type: 'card',
      'card[number]': number,
      'card[exp_month]': '12',
      'card[exp_year]': String(new Date().getFullYear() + 2),
      'card[cvc]': '123',
    }),
  });
  return v.parse(v.object({ id: v.string() }), await reply.json()).id;
};

/** Pays with a card by `stripe`. */
export const payCard = async (shop: Shop, of: Order, { card, ...more }: PayInput = {}) =>
  pay(shop, of, { method: 'stripe', token: await methodToken(shop, card), ...more });

/** Pays with Alipay. */
export const payAlipay = (shop: Shop, of: Order, more: PayInput = {}) =>
  pay(shop, of, { method: 'alipay', token: '', ...more });

/** Submits a button of Alipay's page and returns the shop's address to which it redirects. */
export const clickAlipay = async (shop: Shop, { url }: { url: string }, button: string): Promise<string> =>
  (await clickButton(shop, (await browse(url)).text, button)).location;

/** The same, and returns to the shop; the result is the address of the shop's redirect. */
export const answerAlipay = async (shop: Shop, redirect: { url: string }, button: string): Promise<string> =>
  (await browse(await clickAlipay(shop, redirect, button))).location;

/** Lets a delayed payment succeed or fail. */
export const settleLate = async (shop: Shop, of: Order, result: 'succeeded' | 'failed'): Promise<void> => {
  const { provider_id } = await attemptOf(shop, of);
  const reply = await fetch(`${shop.sandbox.url}/sandbox/payment_intents/${provider_id}/settle`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ result }),
  });
  if (!reply.ok) throw new Error(await reply.text());
};

/** Resolves when every notice was delivered. */
export const notified = (shop: Shop): Promise<void> => shop.sandbox.sandbox.webhooks.settled();

/** Suppresses notices, so that a test shows what happens without them. */
export const noNotices = { route: 'webhooks', fault: 'lost', times: 100 };
