import { sql } from 'kysely';
import { hashOf } from '#server/core/crypto.ts';
import { returnReference } from '#server/payments/return-reference.ts';
import { newIdempotencyKey } from '#src/domain/idempotency-key.ts';
import { hiddenMail } from '#src/domain/mail.ts';
import { changeRows, newSlot, rowOf } from './arrange.ts';
import { answerChallenge, challenge, customer, ready } from './buyer.ts';
import type { Answer } from './call.ts';
import { attemptOf, browse, referenceIn } from './gmo.ts';
import type { Shop } from './shop.ts';

/** A new browser's secret. */
export const newBrowser = newIdempotencyKey;

/** The address to which the provider of an order's latest attempt redirects the browser. */
export const returnAddressOf = async (shop: Shop, of: { token: string; price: number }): Promise<string> => {
  const attempt = await attemptOf(shop, of);
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
