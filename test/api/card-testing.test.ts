import { expect, it } from 'vitest';
import { allowLookUp, passMinutes, rowsOf } from './kit/arrange.ts';
import {
  answerChallenge,
  choiceOf,
  clearFaults,
  customer,
  pay,
  readLedger,
  replyOf,
  setFault,
  slotAt,
} from './kit/buyer.ts';
import { payByWallet } from './kit/gmo.ts';
import { behindProxy } from './kit/process.ts';
import { forFile, problemOf, startWholeShop } from './kit/shop.ts';
import { methodToken, noNotices } from './kit/stripe.ts';

/** Limits of declined cards (docs/threat-model.md), behind a trusted proxy that reports the client's address. */
const shop = await forFile(startWholeShop({ proxies: behindProxy }));

const orderFrom = async (address: string) => {
  const body = choiceOf((await slotAt(shop, 0)).id, 1);
  const { text } = await shop.send('createOrder', { body, headers: { 'x-forwarded-for': address } });
  const { order_token: token, order } = JSON.parse(text);
  await shop.call('putOrder', { params: { token }, body: customer });
  return { token, price: order.price };
};
const payBy = async (order: { token: string; price: number }, card?: string) =>
  pay(shop, order, { method: 'stripe', token: await methodToken(shop, card) });
const declined = async (order: { token: string; price: number }) => {
  expect(problemOf(await payBy(order, '4000000000000002'))).toMatchObject({ code: 'payment_api_failure' });
};
const limited = async (order: { token: string; price: number }) => {
  const attempts = () => shop.db.selectFrom('payments').select('id').execute();
  const before = (await attempts()).length;
  const answer = await payBy(order);
  expect(problemOf(answer)).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(500);
  expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(600);
  expect((await attempts()).length).toBe(before);
};

it('the twenty-first payment of an order within ten minutes is not begun; later it is, with the seats still held', async () => {
  const order = await orderFrom('198.51.100.1');
  for (let tried = 0; tried < 20; tried += 1) await declined(order);
  await limited(order);
  await passMinutes(shop, order.token, 10, { heldFor: 0 });
  expect(replyOf(await payBy(order))).toMatchObject({ status: 'paid' });
  expect(await readLedger(shop, order.token)).toMatchObject({ captured: order.price });
});

it('payments that are begun again and again count like declined ones, each is looked up and ended', async () => {
  const order = await orderFrom('198.51.100.2');
  const statuses = [];
  for (let tried = 0; tried < 25; tried += 1) {
    const answer = await pay(shop, order, { card: '4000002500003155' });
    statuses.push(answer.status);
    await allowLookUp(shop);
  }
  expect(statuses).toEqual([...Array(20).fill(200), ...Array(5).fill(429)]);
});

it('sixty declined cards of one address make all its cards wait, but no other method and no other address', async () => {
  const address = '198.51.100.3';
  for (let made = 0; made < 12; made += 1) {
    const order = await orderFrom(address);
    for (let tried = 0; tried < 5; tried += 1) await declined(order);
  }
  const order = await orderFrom(address);
  await limited(order);
  expect(replyOf(await payByWallet(shop, order, 'gmo_paypay'))).toMatchObject({ status: 'redirect' });
  expect(replyOf(await payBy(await orderFrom('198.51.100.4')))).toMatchObject({ status: 'paid' });
});

it('a card that its bank declined after the identity check counts although the visitor ends the payment at once', async () => {
  await setFault(shop, noNotices);
  const order = await orderFrom('198.51.100.5');
  const reply = replyOf(await pay(shop, order, { card: '4000008400001629' }));
  if (reply.status !== 'requires_action') throw new Error(reply.status);
  await answerChallenge(shop, reply.payment_intent_id, reply.client_secret, 'complete');
  expect(replyOf(await pay(shop, order, { card: '4000002500003155' }))).toMatchObject({ status: 'requires_action' });
  const attempts = await rowsOf(shop, 'payments', { provider_id: reply.payment_intent_id });
  expect(attempts).toMatchObject([{ state: 'declined' }]);
  await clearFaults(shop);
});
