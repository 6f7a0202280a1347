import { sql } from 'kysely';
import { expect } from 'vitest';
import { hashOf } from '#server/core/crypto.ts';
import { issueReference } from '#server/payments/return-references.ts';
import { orderOpenedBy } from '#server/shared/tokens/order-tokens.ts';
import { apiPrefix } from '#src/api/contract/index.ts';
import { browserHeader } from '#src/api/endpoint.ts';
import { cardToken, clearFaults, customer, newKey, setFault } from '#test/api/kit/buyer.ts';
import { asBrowser, newBrowser } from '#test/api/kit/returns.ts';
import { changeRows } from '#test/api/kit/rows.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import { bodyOf, order, payAgain, type Setup, tokenIn } from './setups-orders.ts';

/** Outcomes of payments, produced at the provider (the sandbox) or by another request, never by changing a response. */

type Paid = {
  readonly shop: Shop;
  readonly root: string;
  readonly token: string;
  readonly card?: string;
  /** The secret of the browser that pays. */
  readonly browser?: string;
};

const orderBy = ({ db }: Shop, token: string) =>
  db
    .selectFrom('orders')
    .select(['id', 'total', 'status', 'reservation_number', 'customer'])
    .where('id', '=', orderOpenedBy(token))
    .executeTakeFirstOrThrow();

const attemptsOf = ({ db }: Shop, order_id: string) =>
  db.selectFrom('payments').select(['id', 'state']).where('order_id', '=', order_id).execute();

/** Pays an order from another browser and returns the response, whatever it is. `root` is the site's address. */
const payElsewhere = async ({ shop, root, token, card, browser }: Paid): Promise<Response> => {
  const { total: price } = await orderBy(shop, token);
  const payment = { token: await cardToken(shop, card), brand: 'visa', last4: '4242' };
  return fetch(`${root}${apiPrefix}/orders/checkout/${token}`, {
    method: 'POST',
    headers: {
      ...{ 'content-type': 'application/json', 'idempotency-key': `"${newKey()}"` },
      ...(browser && asBrowser(browser)),
    },
    body: JSON.stringify({ payment_method: 'stripe_secure', payment, lang: 'ja', price }),
  });
};

/** An order is paid only once its address is confirmed, where a site asks for that. */
const confirmAddress = ({ db }: Shop, id: string) =>
  db.updateTable('orders').set({ confirmed_mail: sql`customer->>'email'` }).where('id', '=', id).execute();

/** The order was paid in another tab of the same browser, if the page says which it is. */
export const paidElsewhere: Setup = async (about) => {
  const { shop, waiting } = about;
  const token = tokenIn(waiting);
  const { id, status, reservation_number, customer: own } = await orderBy(shop, token);
  if (status === 'paid') return undefined;
  if (reservation_number !== null) {
    await payAgain(shop, id);
    return undefined;
  }
  await order('open', own === null ? { customer: JSON.stringify(customer) } : {})(about);
  await confirmAddress(shop, id);
  const [root = ''] = waiting.request.url().split(apiPrefix);
  const browser = waiting.request.headers()[browserHeader];
  const response = await payElsewhere({ shop, root, token, ...(browser && { browser }) });
  if (!response.ok) throw new Error(await response.text());
  return undefined;
};

/** Another browser has opened the reference of a return first. */
export const openedElsewhere: Setup = async ({ waiting: { request } }) => {
  const response = await fetch(request.url(), { headers: asBrowser(newBrowser()) });
  if (!response.ok) throw new Error(await response.text());
  return undefined;
};

/** The reference was issued more than a day ago. */
export const unknownReturn: Setup = async ({ shop, waiting }) => {
  await shop.db
    .deleteFrom('return_references')
    .where('token_hash', '=', hashOf(tokenIn(waiting)))
    .execute();
  return undefined;
};

/** Whether a visitor can still be redirected back for an order: it has an attempt, or one can begin. */
export const mayReturn = async (shop: Shop, token: string): Promise<boolean> => {
  const { id, status } = await orderBy(shop, token);
  return status === 'open' || (await attemptsOf(shop, id)).length > 0;
};

/** The reference with which a provider redirects a visitor of this order back; without an attempt, one is made with that card. */
export const returnOf = async ({ shop, root, token, card }: Paid): Promise<string> => {
  const { id } = await orderBy(shop, token);
  const own = await attemptsOf(shop, id);
  if (own.length === 0) {
    await confirmAddress(shop, id);
    // It may be declined: the visitor then comes back from an attempt that failed.
    await payElsewhere({ shop, root, token, ...(card && { card }) });
  }
  const attempt = own.at(-1) ?? (await attemptsOf(shop, id)).at(-1);
  if (!attempt) throw new Error('No payment was begun.');
  return issueReference(shop.deps, attempt.id);
};

/** Sets a fault of the provider for a route until the server has responded. */
export const provider =
  (route: string, fault: string): Setup =>
  async ({ shop }) => {
    await setFault(shop, { route, fault, times: 9 });
    return () => clearFaults(shop);
  };

/** A pending payment fails at the provider, which notifies the shop; without one the order is just open. */
export const failedThere: Setup = async (about) => {
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

/** The total increased after the visitor agreed to it. */
export const dearerMeanwhile: Setup = async ({ shop, waiting }) => {
  const { id, total } = await orderBy(shop, tokenIn(waiting));
  await changeRows(shop, 'orders', { id }, { total: total + 100 });
  return undefined;
};

/** Another tab has sent another body with the same key. */
export const keyUsed: Setup = async ({ waiting: { request, ...rest } }) => {
  await fetch(request.url(), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': request.headers()['idempotency-key'] ?? '' },
    body: JSON.stringify({ ...bodyOf({ request, ...rest }), lang: 'en' }),
  });
  return undefined;
};
