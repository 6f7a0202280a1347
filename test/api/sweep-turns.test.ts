import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { hashOf } from '#server/core/crypto.ts';
import { watchPayments } from '#server/payments/reconcile.ts';
import { startSweeping } from '#server/sweep.ts';
import { buyTicket, changeRows, newSlot, passMinutes, rowOf } from './kit/arrange.ts';
import { clearFaults, freeSlots, hold, readLedger, ready, setFault, slotAt } from './kit/buyer.ts';
import { bought } from './kit/extras.ts';
import { newAddress } from './kit/mails.ts';
import { openOps, readMailKinds } from './kit/ops.ts';
import { attemptOf, challenge, type Order, pay } from './kit/pay.ts';
import { startRedirect } from './kit/redirect.ts';
import { forFile, startWholeShop } from './kit/shop.ts';
import { noNotices } from './kit/stripe.ts';
import { twinSite } from './kit/twin-site.ts';

/** Waits for a provider longer than the tests run. */
const shop = await forFile(startWholeShop({ timeout: 3_600_000 }));

/** An order whose payment succeeded at the provider without an answer or a notice, and 500 with such payments of another site. */
const besideMany = async () => {
  await setFault(shop, noNotices, { route: 'payment_intents.create', fault: 'drop_after', times: 2 });
  const order = await ready(shop, (await slotAt(shop, 0)).id);
  await pay(shop, order);
  await passMinutes(shop, order.token, 30);
  const stored = () => rowOf(shop, 'orders', { token_hash: hashOf(order.token) });
  const { id } = await stored();
  await sql`insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(),
      'token_hash', gen_random_uuid(), 'site', ${twinSite}::text, 'status', 'cancelled'))).*
    from orders o, generate_series(1, 500) where id = ${id}`.execute(shop.db);
  await sql`insert into payments select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
      'r_hash', gen_random_uuid(), 'order_id', o.id))).*
    from payments p, orders o where p.order_id = ${id} and o.site = ${twinSite}`.execute(shop.db);
  return { id, stored };
};

describe('beside 500 payments of another site', () => {
  afterEach(async () => {
    for (const table of ['ledger', 'payments'] as const) await shop.db.deleteFrom(table).execute();
    await shop.db.deleteFrom('orders').where('site', '=', twinSite).execute();
    await clearFaults(shop);
  });

  it('an abandoned payment is looked up however many of another site wait for an answer', async () => {
    const { stored } = await besideMany();
    await shop.sweep();
    expect(await stored()).toMatchObject({ status: 'paid' });
  });

  it('money without a notice is found however many payments another site has', async () => {
    const { id, stored } = await besideMany();
    await changeRows(shop, 'payments', {}, { state: 'cancelled' });
    await changeRows(shop, 'orders', { id }, { status: 'expired' });
    await watchPayments(shop.deps);
    expect((await stored()).status).not.toBe('expired');
  });

  it('money that a notice names is compared however many notices another site has', async () => {
    const { id } = await besideMany();
    await changeRows(shop, 'payments', {}, { state: 'paid', compare_wanted_at: sql`now()` });
    await changeRows(shop, 'payments', { order_id: id }, { created_at: sql`created_at + interval '1 minute'` });
    await shop.sweep();
    expect(await rowOf(shop, 'payments', { order_id: id })).toMatchObject({ compare_wanted_at: null });
  });
});

const ops = await forFile(openOps(shop));
const { faults } = shop.sandbox.sandbox;

let stop: () => Promise<unknown> = async () => {};
/** Starts the periodic jobs of a server, in quick succession. */
const sweepOften = () => {
  stop = startSweeping(shop.deps, 1);
};
afterEach(async () => {
  await clearFaults(shop);
  await stop();
  shop.deps.life.isEnding = false;
});

/** The stored status; reading the order over the API would query the provider. */
const statusOf = async ({ token }: Order) => (await rowOf(shop, 'orders', { token_hash: hashOf(token) })).status;
const remainingAt = async (span: string) => (await freeSlots(shop, 0)).find(({ id }) => id === span)?.remaining;

/** Orders that ended while visitors were on PayPay's page, where GMO does not answer. A sweep asks about four at once. */
const silentOrders = async (count: number) => {
  const span = await newSlot(shop);
  const orders = await Promise.all(Array.from({ length: count }, () => ready(shop, span)));
  for (const order of orders) await startRedirect(shop, order, 'gmo_paypay');
  for (const { token } of orders) await passMinutes(shop, token, 30);
  await setFault(shop, { route: 'gmo.SearchTradeMulti', fault: 'hold', id: 'silent', times: 1_000 });
  return orders;
};

describe('while a provider does not answer what became of a payment', () => {
  it('the seats of expired holds are on sale again, and requested links are mailed', async () => {
    const orders = await silentOrders(1);
    sweepOften();
    await faults.whenHeld('silent');
    const span = await newSlot(shop, { seats: 3 });
    const { token } = await hold(shop, span, { adults: 3 });
    expect(await remainingAt(span)).toBe(0);
    await passMinutes(shop, token, 30);
    await expect.poll(() => remainingAt(span)).toBe(3);
    const email = newAddress();
    await buyTicket(shop, span, { email });
    await shop.call('createReservationMail', { body: { email, lang: 'en' } });
    await expect.poll(() => readMailKinds(shop, email)).toEqual(['completed', 'ticket_links']);
    expect(faults.list().held).toEqual(['silent']);
    faults.release('silent');
    await expect.poll(() => Promise.all(orders.map(statusOf))).toEqual(['expired']);
  });

  it('the payments of other providers end, and their due refunds are made', async () => {
    await silentOrders(6);
    sweepOften();
    await faults.whenHeld('silent');
    const order = await ready(shop, await newSlot(shop));
    await challenge(shop, order);
    await passMinutes(shop, order.token, 30);
    await expect.poll(() => statusOf(order)).toBe('expired');
    const { token, price, number } = await bought(shop);
    await setFault(shop, { route: 'refunds.create', fault: 'unavailable', times: 4 });
    expect(await ops.run('refund', { reservation_number: number })).toMatchObject({ isDone: false });
    await expect.poll(() => readLedger(shop, token)).toMatchObject({ refunded: price });
    expect(faults.list().held).toEqual(['silent']);
  });
});

it('a server that ends asks a provider about no further payment', async () => {
  const orders = await silentOrders(6);
  sweepOften();
  await faults.whenHeld('silent');
  shop.deps.life.isEnding = true;
  await clearFaults(shop);
  await stop();
  const states = (await Promise.all(orders.map((order) => attemptOf(shop, order)))).map(({ state }) => state);
  expect(states).toContain('cancelled');
  expect(states).toContain('requires_action');
});
