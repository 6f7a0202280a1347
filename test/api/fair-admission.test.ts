import { afterAll, describe, expect, it } from 'vitest';
import { bounds } from '#server/shared/admission-queue/admission-queue.ts';
import { createOrder, getOrder, getOrderMail } from '#src/api/contract/orders.ts';
import { getSharedTicket, getTicket } from '#src/api/contract/tickets.ts';
import type { Endpoint } from '#src/api/endpoint.ts';
import { buyTicket } from './kit/arrange.ts';
import { cardToken, choiceOf, hold, ready, slotAt } from './kit/buyer.ts';
import { pay, replyOf } from './kit/pay.ts';
import { behindProxy } from './kit/process.ts';
import { forFile, problemOf, type Shop, startShop } from './kit/shop.ts';

const places = 2;
const free: (() => void)[] = [];

/** Requests for the catalogue and new orders use all capacity, and none of them may queue. */
const few = { ...bounds, atOnce: places, perClient: places, waiting: { ...bounds.waiting, catalogue: 0, order: 0 } };
const shop = await forFile(startShop({ proxies: behindProxy, bounds: few }));
const slot = (await slotAt(shop, 0)).id;
const holder = await buyTicket(shop, slot, { adults: 2 });
let { token: order } = await hold(shop, slot);
const started = { ...(await ready(shop, slot)), card: await cardToken(shop) };
for (let count = 0; count < places; count += 1)
  void shop.deps.admissionQueue.admit('catalogue', 'busy', () => new Promise<void>((resolve) => free.push(resolve)));
while (free.length < places) await new Promise(setImmediate);
afterAll(() => {
  for (const end of free) end();
});

const junk = 'J'.repeat(32);
const body = () => choiceOf(slot, 1);

describe('without capacity for new visitors', () => {
  /* A call of each kind of token; server/web/http/priority.test.ts has the kind of each call. */
  const madeUp: [string, Endpoint, Parameters<Shop['send']>[1]][] = [
    ['an order that replaces one', createOrder, { body: { ...choiceOf('x', 1), replaces: junk } }],
    ['an order', getOrder, { params: { token: junk } }],
    ["a mail's link", getOrderMail, { params: { token: junk } }],
    ['a ticket', getTicket, { params: { reservation_token: junk } }],
    ['a shared ticket', getSharedTicket, { params: { share_token: junk } }],
  ];
  it.each(madeUp)('a made-up token does not pass: %s', async (_what, endpoint, sent) => {
    expect(problemOf(await shop.send(endpoint, sent))).toMatchObject({ status: 503, code: 'connection_error' });
  });

  it('a token of another kind or a link to a file does not pass', async () => {
    const { reservation_token: ticket } = holder.params;
    expect((await shop.send('getOrder', { params: { token: ticket } })).status).toBe(503);
    expect((await shop.send('getTicket', { params: { reservation_token: order } })).status).toBe(503);
    for (const file of ['calendar', 'passes/apple'])
      expect((await fetch(`${shop.url}/api/v1/tickets/${junk}/${file}`)).status).toBe(503);
  });

  it('an existing order continues and is paid, and a ticket opens, also after a restart', async () => {
    expect(replyOf(await pay(shop, started, { token: started.card })).status).toBe('paid');
    expect((await shop.send('getOrder', { params: { token: order } })).status).toBe(200);
    const replaced = await shop.send('createOrder', { body: { ...body(), replaces: order } });
    expect(replaced.status).toBe(200);
    order = JSON.parse(replaced.text).order_token;
    expect((await shop.send('getTicket', { params: holder.params })).status).toBe(200);
    const { share_token } = await shop.call('shareTicket', { params: holder.params });
    expect((await shop.send('getSharedTicket', { params: { share_token } })).status).toBe(200);
    expect((await fetch(`${shop.url}/api/v1/tickets/${holder.params.reservation_token}/calendar`)).status).not.toBe(
      503,
    );
  });

  it('requests of providers, and returns from them, are served', async () => {
    expect((await fetch(`${shop.url}/api/v1/webhooks/stripe`, { method: 'POST', body: '{}' })).status).toBe(400);
    expect((await shop.send('getReturn', { params: { r: junk } })).status).toBe(404);
  });

  it('a large body is not even read', async () => {
    const note = 'x'.repeat(20_000);
    expect((await shop.send('createOrder', { body: { ...body(), note }, key: null })).status).toBe(503);
    expect((await shop.send('createOrder', { body: { ...body(), note: 'x' }, key: null })).status).toBe(400);
  });
});
