import type { Shop } from '#test/api/kit/shop.ts';
import { reportOf } from './ledger.ts';

const post = (shop: Shop, path: string, body: object = {}) =>
  fetch(`${shop.sandbox.url}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** An order's payments, by the provider's ids. */
const paymentsOf = async (shop: Shop, order: { id: string }) =>
  (await reportOf(shop)).payments.filter(({ order_id }) => order_id === order.id);

/** The provider sends all notices of an order's payments again, including lost ones. */
export const resendNotices = async (shop: Shop, order: { id: string }): Promise<void> => {
  const names = (await paymentsOf(shop, order)).map(({ payment_intent }) => payment_intent);
  for (const { id, payment_intent } of (await reportOf(shop)).events)
    if (names.includes(payment_intent)) await post(shop, `events/${id}/resend`);
};

/** Lets Stripe's pending payments succeed. */
export const settleProcessing = async (shop: Shop, order: { id: string }): Promise<void> => {
  for (const { payment_intent, status } of await paymentsOf(shop, order))
    if (status === 'processing') await post(shop, `payment_intents/${payment_intent}/settle`, { result: 'succeeded' });
};
