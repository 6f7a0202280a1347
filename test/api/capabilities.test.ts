import { openContext } from '@ticket-store/load-tools/conformance/context.ts';
import { bodiesOf, queriesOf } from '@ticket-store/load-tools/conformance/samples.ts';
import { describe, expect, it } from 'vitest';
import { createServer } from '#server/serve.ts';
import { apiPrefix } from '#src/api/contract/index.ts';
import { newIdempotencyKey } from '#src/domain/idempotency-key.ts';
import { buyTicket, newSlot, rowOf, ticketOf } from './kit/arrange.ts';
import { choiceOf, customer, newKey } from './kit/buyer.ts';
import { pathParams, rows } from './kit/call.ts';
import { newAddress, requestMail } from './kit/mails.ts';
import { attemptOf } from './kit/pay.ts';
import { orderIdOf, passDays, runNow } from './kit/retained.ts';
import { asBrowser, newBrowser, paid, returnToShop } from './kit/returns.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

/** Every kind of token against every call: each works for its own purpose and nothing else. */

const kinds = [
  ...['order', 'mailed order', 'mail link', 'ticket', 'share', 'newsletter', 'return', 'return, bare', 'reference'],
  ...['intent', 'entry code', 'number', 'order id', 'attempt id', 'browser secret', 'key'],
] as const;
type Kind = (typeof kinds)[number];

/** The kinds of token that each path accepts. */
const opens: Record<string, readonly Kind[]> = {
  orders: ['order', 'mailed order'],
  ordercoupons: ['order', 'mailed order'],
  'GET ordermails': ['mail link'],
  'POST ordermails': ['order', 'mailed order'],
  returns: ['reference'],
  tickets: ['ticket'],
  'tickets/shared': ['share'],
  mailmagazines: ['newsletter'],
};
const opensFor = (method: string, path: string): readonly Kind[] => {
  const [, room = '', next] = path.split('/');
  return opens[`${method} ${room}`] ?? opens[`${room}/${next}`] ?? opens[room] ?? [];
};

/** Calls with a token that are not in the contract: links in tickets, and returns from providers. */
const links = ['calendar', 'passes/apple', 'passes/google', 'passes/google/1'];

const shop = await forFile(startShop());
const holder = await buyTicket(shop, await newSlot(shop), { adults: 2, email: newAddress() });
const shared = await buyTicket(shop, await newSlot(shop), { adults: 2, email: newAddress() });
const { share_token } = await shop.call('shareTicket', { params: shared.params });
const waiting = await requestMail(shop);
const { order_token } = await shop.call('getOrderMail', { params: { token: waiting.link } });
const order = await paid(shop);
const magazine = await shop.db.selectFrom('mail_magazines').select('id').limit(1).executeTakeFirstOrThrow();
const { people, entry_code } = await ticketOf(shop, holder.params.reservation_token);
const { id, order_id, provider_id } = await attemptOf(shop, order);
const hex = order.address.split('r=')[1] ?? '';
const { time_span_id: span } = await rowOf(shop, 'orders', { id: waiting.order_id ?? '' });
const pending = { token: waiting.token, span };
const bought = [holder.order, shared.order, order.token];
const tokens: Record<Kind, string> = {
  order: waiting.token,
  'mailed order': order_token,
  'mail link': waiting.link,
  ticket: holder.params.reservation_token,
  share: share_token,
  newsletter: shop.deps.tokens.token('magazine', magazine.id),
  return: hex,
  'return, bare': Buffer.from(hex, 'hex').toString('base64url'),
  reference: await returnToShop(order.address),
  intent: provider_id ?? '',
  'entry code': people[0]?.entry_code || entry_code,
  number: holder.number,
  'order id': order_id,
  'attempt id': id,
  'browser secret': newBrowser(),
  key: newIdempotencyKey(),
};
const tokenOf = (kind: Kind): string => {
  if (!tokens[kind]) throw new Error(kind);
  return tokens[kind];
};

const context = openContext(shop.url, { malformed: { count: 0, seed: 0 } });
const [bodies, queries] = [await bodiesOf(context), await queriesOf(context)];
const withToken = rows.filter(([, { path }]) => pathParams(path).length > 0);

/** Calls the contract's endpoint with the token in its path. */
const answerOf = (name: string, token: string) => {
  const row = rows.find(([other]) => other === name)?.[1];
  if (!row) throw new Error(name);
  const params = Object.fromEntries(pathParams(row.path).map((name) => [name, token]));
  const [body, query] = [bodies[name], queries[name] ?? {}];
  return shop.send(row, { params, query, ...(body && { body }), key: newKey(), headers: asBrowser(newBrowser()) });
};
const isRead = (name: string) => rows.some(([other, { method }]) => other === name && method === 'GET');

it('the table of capabilities has every call that takes a token', () => {
  const served = createServer(shop.deps).routes.map(({ path }) => path);
  const own = new Set(served.filter((path) => path.startsWith(`${apiPrefix}/`) && path.includes('/:')));
  const known = withToken.map(([, { path }]) => apiPrefix + path.replaceAll(/\{(\w+)\}/g, ':$1'));
  const others = links.map((link) => `${apiPrefix}/tickets/:reservation_token/${link.replace('1', ':person')}`);
  const beside = [`${apiPrefix}/payment-return/:type`, `${apiPrefix}/mailmagazines/:id/release`];
  expect([...own].sort()).toEqual([...new Set([...known, ...others, ...beside])].sort());
  expect(withToken.filter(([, { method, path }]) => opensFor(method, path).length === 0)).toEqual([]);
});

describe.each(kinds)('%s', (kind) => {
  it.each(withToken.map(([name, { method, path }]) => ({ name, is: opensFor(method, path).includes(kind) })))(
    'opens $name: $is',
    async ({ name, is }) => {
      if (is && !isRead(name)) return;
      const answer = await answerOf(name, tokenOf(kind));
      if (is) expect(answer.status).toBe(200);
      else expect(problemOf(answer)).toMatchObject({ status: 404, code: 'token_not_found' });
    },
  );

  it('opens a pass or a calendar file only if it is a ticket token', async () => {
    const statuses = await Promise.all(
      links.map(async (link) => {
        const reply = await fetch(`${shop.url}${apiPrefix}/tickets/${tokenOf(kind)}/${link}`);
        return [link, reply.status, (await reply.text()).includes('token_not_found')] as const;
      }),
    );
    for (const [link, status, isUnknown] of statuses)
      expect([link, status === 404 && isUnknown]).toEqual([link, kind !== 'ticket']);
  });

  it('is accepted as a provider’s return only if it is one', async () => {
    const reply = await fetch(`${shop.url}${apiPrefix}/payment-return/stripe_secure?r=${tokenOf(kind)}`, {
      redirect: 'manual',
    });
    const isKnown = !(reply.headers.get('location') ?? '').endsWith('/unknown?r=');
    expect([reply.status, isKnown]).toEqual([303, kind.startsWith('return')]);
  });

  it('is accepted as a payment intent, reservation number or order in a request only if it is one', async () => {
    const token = tokenOf(kind);
    const confirmed = await shop.send('confirmCheckout', { body: { payment_intent_id: token } });
    expect(confirmed.status).toBe(kind === 'intent' ? 200 : 404);
    const query = { email: customer.email, reservation_number: token };
    expect((await shop.send('getReservation', { query })).status).toBeGreaterThanOrEqual(400);
    const isOrder = kind === 'order' || kind === 'mailed order';
    const stock = async (order_token?: string) => {
      const stockQuery = { product_time_span_id: pending.span, ...(order_token && { order_token }) };
      return (await shop.call('getOrderableStocks', { query: stockQuery })).remaining;
    };
    expect((await stock(token)) > (await stock())).toBe(isOrder);
    if (isOrder) return;
    const body = { ...choiceOf(await newSlot(shop), 1), replaces: token };
    expect(problemOf(await shop.send('createOrder', { body })).code).toBe('token_not_found');
  });
});

it('when the data of the orders is deleted no token that was issued for them opens anything', async () => {
  for (const token of [...bought, pending.token]) await passDays(shop, await orderIdOf(shop, token), 500);
  await shop.sweep();
  await runNow(shop);
  for (const kind of kinds)
    for (const [name] of withToken) {
      if (kind === 'newsletter') continue;
      const answer = await answerOf(name, tokenOf(kind));
      expect([kind, name, problemOf(answer).code]).toEqual([kind, name, 'token_not_found']);
    }
  const { status } = await shop.send('confirmCheckout', { body: { payment_intent_id: tokenOf('intent') } });
  expect(status).toBe(404);
  const body = { ...choiceOf(await newSlot(shop), 1), replaces: pending.token };
  expect(problemOf(await shop.send('createOrder', { body })).code).toBe('token_not_found');
});
