import { systemClock } from '@ticket-store/sandbox/clock.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { hashOf } from '#server/core/crypto.ts';
import { watchOrders } from '#server/payments/reconcile.ts';
import { allowLookUp, changeRows, leaveSeats, newSlot, passMinutes, rowOf, rowsOf, seatsOf } from './kit/arrange.ts';
import { cardToken, clearFaults, newKey, readLedger, ready, setFault, slotAt } from './kit/buyer.ts';
import { answerChallenge, challenge, pay, replyOf } from './kit/pay.ts';
import { orderIdOf } from './kit/retained.ts';
import { newBrowser, requestReturn, returnAddressOf, returnToShop } from './kit/returns.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';
import { noNotices, notify } from './kit/stripe.ts';

/** Milliseconds by which the provider's clock is behind. */
let behind = 0;
const clock = { ...systemClock, now: () => Date.now() - behind };
const shop = await forFile(startShop({ timeout: 1_200, clock }));
afterEach(() => clearFaults(shop));

const create = 'payment_intents.create';

const buyer = async () => {
  const slot = await slotAt(shop, 0);
  const order = await ready(shop, slot.id);
  return { ...order, slot, key: newKey(), card: await cardToken(shop) };
};
const sendPayment = (order: Awaited<ReturnType<typeof buyer>>) =>
  pay(shop, order, { key: order.key, token: order.card });
/** The stored status; reading the order over the API may query the provider again. */
const stored = async (token: string) => (await rowOf(shop, 'orders', { token_hash: hashOf(token) })).status;
const readOrder = (token: string) => shop.call('getOrder', { params: { token } });

it('a missing response of the provider prevents cancelling the order until the provider responds', async () => {
  const order = await buyer();
  await setFault(shop, noNotices, { route: '*', fault: 'hang', times: 6 });
  expect(replyOf(await sendPayment(order))).toMatchObject({ status: 'checking' });
  const refused = problemOf(await shop.send('deleteOrder', { params: { token: order.token } }));
  expect(refused).toMatchObject({ status: 400, code: 'order_closed' });
});

describe('a payment that no client waits for', () => {
  it('that never reached the provider is given up, and cannot be charged later', async () => {
    await setFault(shop, noNotices, { route: create, fault: 'drop_before', times: 2 });
    const order = await buyer();
    await sendPayment(order);
    await passMinutes(shop, order.token, 1);
    await shop.sweep();
    expect(await readOrder(order.token)).toMatchObject({ status: 'open', completion: null });
    expect(problemOf(await sendPayment(order))).toMatchObject({ status: 402, reason: 'try_later' });
    expect(await readLedger(shop, order.token)).toMatchObject({ charges: 0 });
    expect(replyOf(await pay(shop, order))).toMatchObject({ status: 'paid' });
  });

  it('keeps its seats until the provider responds', async () => {
    const order = await buyer();
    await setFault(shop, noNotices, { route: '*', fault: 'unavailable', times: 30 });
    await sendPayment(order);
    await passMinutes(shop, order.token, 30);
    const { held } = await seatsOf(shop, order.slot.id);
    await shop.sweep();
    expect((await seatsOf(shop, order.slot.id)).held).toBe(held);
    expect(await stored(order.token)).toBe('checking');
    await clearFaults(shop);
    /* A notice being processed would lock the order, and the sweeper leaves locked orders to its next round. */
    await setFault(shop, noNotices);
    await allowLookUp(shop);
    await shop.sweep();
    expect(await readOrder(order.token)).toMatchObject({ status: 'expired', seconds_left: 0 });
    expect((await seatsOf(shop, order.slot.id)).held).toBe(held - 1);
  });
});

describe('a payment whose response was lost and that nobody asks about for a day, when Stripe has forgotten its key', () => {
  const minutes = 25 * 60;
  /** The payment as it was sent a day ago. */
  const sentYesterday = async (...faults: Parameters<typeof setFault>[1][]) => {
    await setFault(shop, noNotices, ...faults);
    behind = minutes * 60_000;
    const order = await buyer();
    expect(replyOf(await sendPayment(order))).toMatchObject({ status: 'checking' });
    behind = 0;
    await passMinutes(shop, order.token, minutes);
    return order;
  };
  it.each([
    ['by the sweep', () => shop.sweep()],
    ['by the visitor', (token: string) => readOrder(token)],
  ])('is found %s: the visitor has the ticket, and the books agree', async (_by, ask) => {
    const order = await sentYesterday({ route: create, fault: 'drop_after', times: 2 });
    await ask(order.token);
    expect(await stored(order.token)).toBe('paid');
    expect(await readLedger(shop, order.token)).toMatchObject({ charges: 1, captured: order.price, refunded: 0 });
    expect(await watchOrders(shop.deps, [await orderIdOf(shop, order.token)])).toEqual([]);
  });

  it('and never reached Stripe is over without another charge', async () => {
    const order = await sentYesterday({ route: create, fault: 'drop_before', times: 2 });
    await readOrder(order.token);
    await shop.sweep();
    expect(await readLedger(shop, order.token)).toMatchObject({ charges: 0 });
    expect(await readOrder(order.token)).toMatchObject({ status: 'expired', completion: null });
  });
});

it('a payment of an order that expired and whose seats are sold is refunded once, as mail and return say', async () => {
  await setFault(shop, noNotices);
  const slot = await newSlot(shop);
  const order = await ready(shop, slot);
  const { payment_intent_id: id, client_secret: secret } = await challenge(shop, order);
  await changeRows(shop, 'payments', { provider_id: id }, { state: 'cancelled' });
  await passMinutes(shop, order.token, 30);
  await shop.sweep();
  expect((await readOrder(order.token)).status).toBe('expired');
  await leaveSeats(shop, slot, 0);
  await clearFaults(shop);
  await answerChallenge(shop, id, secret, 'complete');
  await shop.sandbox.sandbox.webhooks.settled();
  /* Never "nothing was charged", to any browser. */
  const r = await returnToShop(await returnAddressOf(shop, order));
  for (const browser of [newBrowser(), newBrowser()])
    expect(problemOf(await requestReturn(shop, r, browser))).toMatchObject({ code: 'payment_refunded' });
  await shop.sweep();
  expect(await readOrder(order.token)).toMatchObject({ status: 'refunded', completion: null });
  const { price } = order;
  expect(await readLedger(shop, order.token)).toMatchObject({ charges: 1, captured: price, refunded: price });
  const mails = await rowsOf(shop, 'outbox', { order_id: await orderIdOf(shop, order.token) });
  expect(mails).toMatchObject([{ kind: 'refunded' }]);
});

describe('a notice', () => {
  it('is answered 503, to be sent again, if the provider cannot be queried', async () => {
    const order = await ready(shop, (await slotAt(shop, 0)).id);
    const reply = await challenge(shop, order);
    await setFault(shop, { route: 'payment_intents.retrieve', fault: 'unavailable', times: 4 });
    const object = { id: reply.payment_intent_id, object: 'payment_intent', metadata: {} };
    expect(await notify(shop, { id: 'evt_busy', type: 'payment_intent.succeeded', data: { object } })).toBe(503);
  });

  it('larger than 64 KiB is not read', async () => {
    expect(await notify(shop, { id: 'evt_big', pad: 'x'.repeat(65_536) })).toBe(413);
  });
});
