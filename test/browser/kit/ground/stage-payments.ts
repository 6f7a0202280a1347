import { expect } from 'vitest';
import { orderOpenedBy } from '#server/domain/order-tokens.ts';
import { hashOf } from '#server/domain/tokens.ts';
import { issueReference } from '#server/payments/return-references.ts';
import { apiPrefix } from '#src/api/contract/index.ts';
import { cardToken, clearFaults, customer, newKey, setFault } from '#test/api/kit/buyer.ts';
import { asBrowser, newBrowser } from '#test/api/kit/returns.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import { bodyOf, order, type Staging, tokenIn } from './stage-orders.ts';

/** What becomes of payments, made so at the provider's (the sandbox) or by another request, never by changing an answer. */

type Paid = { readonly shop: Shop; readonly root: string; readonly token: string; readonly card?: string };

const orderBy = ({ db }: Shop, token: string) =>
  db
    .selectFrom('orders')
    .select(['id', 'total', 'status'])
    .where('id', '=', orderOpenedBy(token))
    .executeTakeFirstOrThrow();

const attemptsOf = ({ db }: Shop, order_id: string) =>
  db.selectFrom('payments').select(['id', 'state']).where('order_id', '=', order_id).execute();

/** Somebody pays an order, in another browser. `root`: the site's address. Out: the provider's answer, whatever it is. */
const payElsewhere = async ({ shop, root, token, card }: Paid): Promise<Response> => {
  const { total: price } = await orderBy(shop, token);
  const payment = { token: await cardToken(shop, card), brand: 'visa', last4: '4242' };
  return fetch(`${root}${apiPrefix}/orders/checkout/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `"${newKey()}"` },
    body: JSON.stringify({ payment_method: 'stripe_secure', payment, lang: 'ja', price }),
  });
};

/** Somebody paid it, in another browser. */
export const paidElsewhere: Staging = async (about) => {
  const { shop, waiting } = about;
  const token = tokenIn(waiting);
  if ((await orderBy(shop, token)).status === 'paid') return undefined;
  await order('open', { customer: JSON.stringify(customer), confirmed_mail: customer.email })(about);
  const [root = ''] = waiting.request.url().split(apiPrefix);
  const answer = await payElsewhere({ shop, root, token });
  if (!answer.ok) throw new Error(await answer.text());
  return undefined;
};

/** Somebody else's browser has opened the reference of a return first. */
export const openedElsewhere: Staging = async ({ waiting: { request } }) => {
  const answer = await fetch(request.url(), { headers: asBrowser(newBrowser()) });
  if (!answer.ok) throw new Error(await answer.text());
  return undefined;
};

/** The reference was issued more than a day ago. */
export const unknownReturn: Staging = async ({ shop, waiting }) => {
  await shop.db
    .deleteFrom('return_references')
    .where('token_hash', '=', hashOf(tokenIn(waiting)))
    .execute();
  return undefined;
};

/** The reference with which a provider sends a visitor of this order back; with no attempt yet, one is made by that card. */
export const returnOf = async ({ shop, root, token, card }: Paid): Promise<string> => {
  const { id } = await orderBy(shop, token);
  const own = await attemptsOf(shop, id);
  if (own.length === 0) await payElsewhere({ shop, root, token, ...(card ? { card } : {}) });
  const attempt = own.at(-1) ?? (await attemptsOf(shop, id)).at(-1);
  if (!attempt) throw new Error('No payment was begun.');
  return issueReference(shop.deps, attempt.id);
};

/** The provider does so with the calls of a route until the server has spoken. */
export const provider =
  (route: string, fault: string): Staging =>
  async ({ shop }) => {
    await setFault(shop, { route, fault, times: 9 });
    return () => clearFaults(shop);
  };

/** The payment that was on its way fails at the provider, who tells the shop; without one the order is just open. */
export const failedThere: Staging = async (about) => {
  const { shop, waiting } = about;
  const { id } = await orderBy(shop, tokenIn(waiting));
  const intents = shop.sandbox.sandbox.ledger.all('payment_intent');
  const live = intents.find(({ metadata, status }) => metadata.order_id === id && status === 'processing');
  if (!live) return order('open')(about);
  const settled = await fetch(`${shop.sandbox.url}/sandbox/payment_intents/${live.id}/settle`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ result: 'failed' }),
  });
  if (!settled.ok) throw new Error(await settled.text());
  await expect.poll(async () => (await attemptsOf(shop, id)).map(({ state }) => state)).not.toContain('started');
  return undefined;
};

/** The total went up since the visitor agreed to it. */
export const dearerMeanwhile: Staging = async ({ shop, waiting }) => {
  const { id, total } = await orderBy(shop, tokenIn(waiting));
  await shop.db
    .updateTable('orders')
    .set({ total: total + 100 })
    .where('id', '=', id)
    .execute();
  return undefined;
};

/** Another tab has sent something else with the same key. */
export const keyUsed: Staging = async ({ waiting: { request, ...rest } }) => {
  await fetch(request.url(), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': request.headers()['idempotency-key'] ?? '' },
    body: JSON.stringify({ ...bodyOf({ request, ...rest }), lang: 'en' }),
  });
  return undefined;
};
