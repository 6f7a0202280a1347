import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import {
  cardToken,
  challenge,
  clearFaults,
  newKey,
  pay,
  readLedger,
  ready,
  replyOf,
  setFault,
  slotAt,
} from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { startShop } from './kit/shop.ts';

const shop = await forFile(startShop({ timeout: 1_200 }));
afterEach(() => clearFaults(shop));

const settled = () => shop.sandbox.sandbox.webhooks.settled();
const readOrder = (token: string) => shop.call('getOrder', { params: { token } });

const signed = (body: string, { age = 0, secret = 'whsec_test' } = {}) => {
  const t = Math.floor(Date.now() / 1000) - age;
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
};
const notify = async (body: string, signature: string) => {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const reply = await fetch(`${shop.url}/api/v1/webhooks/stripe`, { method: 'POST', body, headers });
  await reply.body?.cancel();
  return reply.status;
};

const Events = v.object({ events: v.array(v.object({ id: v.string(), type: v.string(), delivery: v.string() })) });
const delivered = async () => v.parse(Events, await (await fetch(`${shop.sandbox.url}/sandbox/ledger`)).json()).events;

/** An order that was charged although neither the response nor (yet) the notice arrived. */
const chargedUnheard = async () => {
  await setFault(shop, { route: 'payment_intents.create', fault: 'drop_after', times: 2 });
  const order = await ready(shop, (await slotAt(shop, 0)).id);
  const reply = replyOf(await pay(shop, order, { key: newKey(), token: await cardToken(shop) }));
  return { ...order, reply };
};

describe('a notice', () => {
  it('alone makes the order paid', async () => {
    const order = await chargedUnheard();
    await settled();
    const row = await shop.db.selectFrom('orders').select('status').orderBy('created_at', 'desc').executeTakeFirst();
    expect(row).toEqual({ status: 'paid' });
    expect(await readOrder(order.token)).toMatchObject({ status: 'paid' });
    expect(await readLedger(shop, order.token)).toMatchObject({ charges: 1, refunded: 0 });
  });

  it.each(['duplicate', 'wrong_amount'])('(%s) changes nothing about the money', async (fault) => {
    await setFault(shop, { route: 'webhooks', fault });
    const order = await chargedUnheard();
    await settled();
    expect(await readOrder(order.token)).toMatchObject({ status: 'paid', price: order.price });
    expect(await readLedger(shop, order.token)).toMatchObject({ charges: 1, captured: order.price, refunded: 0 });
    expect((await delivered())[0]).toMatchObject({ delivery: 'delivered' });
  });

  it('about an unknown payment or of an unknown kind is acknowledged and ignored', async () => {
    const unknown = { id: 'pi_other', object: 'payment_intent', metadata: { attempt_id: 'not ours' } };
    for (const [id, type, object] of [
      ['evt_1', 'payment_intent.succeeded', unknown],
      ['evt_2', 'customer.created', { id: 'cus_1', object: 'customer' }],
    ]) {
      const body = JSON.stringify({ id, object: 'event', type, data: { object } });
      expect(await notify(body, signed(body))).toBe(200);
    }
    const stored = await shop.db
      .selectFrom('webhook_events')
      .select('id')
      .where('id', 'in', ['evt_1', 'evt_2'])
      .execute();
    expect(stored).toEqual([]);
  });

  it('is answered 503, to be sent again, if the provider cannot be queried', async () => {
    const order = await ready(shop, (await slotAt(shop, 0)).id);
    const reply = await challenge(shop, order);
    await setFault(shop, { route: 'payment_intents.retrieve', fault: 'unavailable', times: 4 });
    const object = { id: reply.payment_intent_id, object: 'payment_intent', metadata: {} };
    const body = JSON.stringify({
      id: 'evt_busy',
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object },
    });
    expect(await notify(body, signed(body))).toBe(503);
  });

  it('larger than 256 kB is not read', async () => {
    const body = JSON.stringify({ id: 'evt_big', pad: 'x'.repeat(300_000) });
    expect(await notify(body, signed(body))).toBe(413);
  });
});
