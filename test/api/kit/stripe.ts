import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { postToSandbox, postToStripe } from './buyer.ts';
import { attemptOf, type Order } from './pay.ts';
import type { Shop } from './shop.ts';

/** A payment method of a test card, as the card fields of `stripe` make it. */
export const methodToken = async (shop: Shop, number = '4242424242424242'): Promise<string> => {
  const fields = {
    type: 'card',
    'card[number]': number,
    'card[exp_month]': '12',
    'card[exp_year]': String(new Date().getFullYear() + 2),
    'card[cvc]': '123',
  };
  return v.parse(v.object({ id: v.string() }), await postToStripe(shop, 'payment_methods', fields, 'pk_test_sandbox'))
    .id;
};

/** Lets a delayed payment succeed or fail. */
export const settleLate = async (shop: Shop, order: Order, result: 'succeeded' | 'failed'): Promise<void> => {
  const { provider_id } = await attemptOf(shop, order);
  await postToSandbox(shop, `payment_intents/${provider_id}/settle`, { result });
};

/** The signature of a notice. */
export const signatureOf = (body: string, { secret = 'whsec_test', age = 0, scheme = 'v1' } = {}): string => {
  const t = Math.floor(Date.now() / 1000) - age;
  return `t=${t},${scheme}=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
};

/** Sends a notice to the shop; returns the status of the response. */
export const notify = async ({ url }: Shop, notice: object, secret?: string): Promise<number> => {
  const body = JSON.stringify({ object: 'event', ...notice });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signatureOf(body, { secret }) };
  const reply = await fetch(`${url}/api/v1/webhooks/stripe`, { method: 'POST', body, headers });
  await reply.body?.cancel();
  return reply.status;
};

/** Suppresses notices, so that a test shows what happens without them. */
export const noNotices = { route: 'webhooks', fault: 'lost', times: 100 };
