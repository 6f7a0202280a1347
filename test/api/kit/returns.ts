import { returnReference } from '#server/payments/return-references.ts';
import { browserHeader } from '#src/api/endpoint.ts';
import { newIdempotencyKey } from '#src/domain/idempotency-key.ts';
import { newSlot } from './arrange.ts';
import { ready } from './buyer.ts';
import type { Answer } from './call.ts';
import { answerChallenge, attemptOf, challenge, type Order } from './pay.ts';
import { browse, referenceIn } from './redirect.ts';
import type { Shop } from './shop.ts';

/** A new browser's secret. */
export const newBrowser = newIdempotencyKey;

/** The address to which the provider of an order's latest attempt redirects the browser. */
export const returnAddressOf = async (shop: Shop, order: Order): Promise<string> => {
  const attempt = await attemptOf(shop, order);
  return `${shop.url}/api/v1/payment-return/${attempt.method}?r=${returnReference(shop.deps.tokens, attempt)}`;
};

/** Returns from the provider. The result is the reference in the address of the shop's redirect. */
export const returnToShop = async (address: string): Promise<string> => referenceIn((await browse(address)).location);

/** The header of a browser with this secret. */
export const asBrowser = (browser: string): Record<string, string> => ({ [browserHeader]: browser });

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
  const { payment_intent_id, client_secret } = await challenge(shop, order);
  const answer = (result: 'complete' | 'cancel') => answerChallenge(shop, payment_intent_id, client_secret, result);
  return { ...order, payment_intent_id, answer, address: await returnAddressOf(shop, order) };
};

/** The same, paid at the provider; the browser has not returned yet. */
export const paid = async (shop: Shop) => {
  const order = await startIdentityCheck(shop);
  await order.answer('complete');
  return order;
};
