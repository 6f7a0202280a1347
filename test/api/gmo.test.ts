import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { orderIdOf } from '#server/payments/gmo-order.ts';
import { getReturn } from '#src/api/contract/checkout.ts';
import { getOrder } from '#src/api/contract/orders.ts';
import { booked, clearFaults, newKey, pay, replyOf, setFault } from './kit/buyer.ts';
import {
  answerCheck,
  answerPaypay,
  attemptOf,
  browse,
  gmoToken,
  notified,
  order,
  payCard,
  payPaypay,
  redirectIn,
  referenceIn,
  settleLate,
  startGmoShop,
} from './kit/gmo.ts';
import { problemOf, type Shop } from './kit/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startGmoShop({ timeout: 1_200 });
});
afterEach(() => clearFaults(shop));
afterAll(() => shop.close());

const told = (of: { token: string }) => shop.ask(getOrder, { params: { token: of.token } });
const becameOf = (location: string) => shop.send(getReturn, { params: { r: referenceIn(location) } });
const once = { charges: 1, refunded: 0 };
const none = { charges: 0, refunded: 0 };
const notices = (fault: string) => setFault(shop, { route: 'webhooks:gmo', fault, times: 9 });
/** Nobody asks in between: the order is read at most once in two seconds. */
const due = (of: { token: string; price: number }, age = '10 seconds') =>
  attemptOf(shop, of).then(({ id }) =>
    shop.db
      .updateTable('payments')
      .set({ asked_at: sql`now() - interval '1 minute'`, created_at: sql`created_at - ${age}::interval` })
      .where('id', '=', id)
      .execute(),
  );

describe('a card by GMO', () => {
  it('is charged once and makes the ticket', async () => {
    const of = await order(shop);
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
    expect(await booked(shop, of.token)).toMatchObject({ ...once, captured: of.price });
    await notified(shop);
    expect(await told(of)).toMatchObject({ status: 'paid' });
  });

  it.each([
    [{ number: '4999000000000002' }, 'funds_or_limit'],
    [{ name: 'LIMIT' }, 'funds_or_limit'],
    [{ name: 'CVCERR' }, 'wrong_input'],
    [{ name: 'EXPIRED' }, 'wrong_input'],
    [{ number: '4000000000000077' }, 'wrong_input'],
  ])('that is refused (%o) says why, and another one pays', async (card, reason) => {
    const of = await order(shop);
    expect(problemOf(await payCard(shop, of, card))).toMatchObject({ code: 'payment_api_failure', reason });
    expect(await booked(shop, of.token)).toMatchObject({ charges: 0 });
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
    expect(await booked(shop, of.token)).toMatchObject(once);
  });

  it('asked for again with the same key is not charged again', async () => {
    const of = await order(shop);
    const key = newKey();
    const token = await gmoToken(shop);
    for (const times of [1, 2, 3])
      expect(replyOf(await payCard(shop, of, {}, { key, token })), String(times)).toMatchObject({ status: 'paid' });
    expect(await booked(shop, of.token)).toMatchObject(once);
  });

  it('keeps its pass to itself: not told, not logged', async () => {
    const of = await order(shop);
    const answer = await payCard(shop, of, { name: 'TDS' });
    const { data } = await attemptOf(shop, of);
    expect(data?.access_pass).toMatch(/^[0-9a-f]{32}$/);
    expect(answer.text).not.toContain(data?.access_pass);
    expect(JSON.stringify(shop.logged)).not.toContain(data?.access_pass);
  });
});

describe('the identity check', () => {
  const begun = async () => {
    const of = await order(shop);
    const { url, method } = redirectIn(await payCard(shop, of, { name: 'TDS' }));
    expect(method).toBe('GET');
    return { ...of, url };
  };

  it('passed at once pays, in a browser that knows nothing of the shop', async () => {
    const of = await begun();
    const { status, location } = await browse(await answerCheck(shop, of.url, 'Y'));
    expect(status).toBe(303);
    expect(location).toContain('#/payment-callback/gmo/success?r=');
    expect(JSON.parse((await becameOf(location)).text)).toMatchObject({ status: 'paid', order_token: of.token });
    expect(await booked(shop, of.token)).toMatchObject(once);
  });

  it.each([
    ['Y', 'success', 'paid'],
    ['N', 'failure', 'declined'],
  ])('on the bank’s page (%s) ends in %s', async (letter, word, status) => {
    const of = await begun();
    const next = await browse(await answerCheck(shop, of.url, 'C'));
    expect(next.status).toBe(303);
    const { location } = await browse(await answerCheck(shop, next.location, letter));
    expect(location).toContain(`/payment-callback/gmo/${word}?`);
    expect(JSON.parse((await becameOf(location)).text)).toMatchObject({ status });
    expect(await booked(shop, of.token)).toMatchObject(word === 'success' ? once : none);
  });

  it.each(['N', 'U'])('failed (%s) charges nothing and gives the reason', async (letter) => {
    const of = await begun();
    const { location } = await browse(await answerCheck(shop, of.url, letter));
    const reply = JSON.parse((await becameOf(location)).text);
    expect(reply).toMatchObject({ status: 'declined', reason: 'authentication' });
    expect(await booked(shop, of.token)).toMatchObject({ charges: 0 });
  });

  it('coming back twice, one after the other and at once, charges once', async () => {
    const of = await begun();
    const back = await answerCheck(shop, of.url, 'Y');
    const both = await Promise.all([browse(back), browse(back)]);
    const third = await browse(back);
    expect(third.location).toContain('/success?');
    for (const { status } of both) expect(status).toBe(303);
    expect(await booked(shop, of.token)).toMatchObject(once);
  });

  it('invented by somebody is not believed', async () => {
    const of = await begun();
    const r = shop.deps.vault.token('return', (await attemptOf(shop, of)).id);
    const back = `${shop.url}/api/v1/payment-return/gmo?r=${r}`;
    for (const query of ['&event=AuthResultReady', '&MD=other&event=AuthResultReady', '']) {
      const { location } = await browse(`${back}${query}`);
      expect(location).not.toContain('/success?');
    }
    expect(await booked(shop, of.token)).toMatchObject({ charges: 0 });
  });

  it('answered while the last call’s answer is lost is paid once, by the next question', async () => {
    const of = await begun();
    await notices('lost');
    await setFault(shop, { route: 'gmo.SecureTran2', fault: 'drop_before' });
    const { location } = await browse(await answerCheck(shop, of.url, 'Y'));
    expect(location).toContain('/checking?');
    expect(JSON.parse((await becameOf(location)).text)).toMatchObject({ status: 'paid' });
    expect(await booked(shop, of.token)).toMatchObject(once);
  });

  it('left for another card charges that one only', async () => {
    const of = await begun();
    const back = await answerCheck(shop, of.url, 'Y');
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
    await browse(back);
    expect(await booked(shop, of.token)).toMatchObject(once);
  });
});

describe('answers that get lost', () => {
  it.each([
    ['gmo.EntryTran', 'drop_before'],
    ['gmo.EntryTran', 'drop_after'],
    ['gmo.ExecTran', 'drop_before'],
    ['gmo.ExecTran', 'drop_after'],
    ['gmo.ExecTran', 'hang_after'],
    ['gmo.ExecTran', 'error500_after'],
    ['gmo.SearchTrade', 'drop_before'],
  ])('%s %s: the card is charged exactly once', async (route, fault) => {
    const of = await order(shop);
    await notices('lost');
    await setFault(shop, { route, fault });
    const key = newKey();
    const answer = replyOf(await payCard(shop, of, {}, { key }));
    await due(of);
    expect(await told(of)).toMatchObject({ status: 'paid' });
    await due(of);
    expect(await told(of)).toMatchObject({ status: 'paid' });
    expect(['checking', 'paid']).toContain(answer.status);
    expect(await booked(shop, of.token)).toMatchObject(once);
  });

  it('nobody asks: the sweeper ends it without a charge', async () => {
    const of = await order(shop);
    await setFault(shop, { route: 'gmo.ExecTran', fault: 'drop_before' });
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'checking' });
    await due(of, '6 minutes');
    await shop.sweep();
    expect(await attemptOf(shop, of)).toMatchObject({ state: 'cancelled' });
    expect(await booked(shop, of.token)).toMatchObject({ charges: 0 });
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
  });
});

describe('PayPay by GMO', () => {
  const begun = async (slot = 0) => {
    const of = await order(shop, slot);
    const { url, method, fields } = redirectIn(await payPaypay(shop, of));
    expect(method).toBe('POST');
    expect(Object.keys(fields)).toEqual(['AccessID', 'Token']);
    return { ...of, url, fields };
  };

  it('paid makes the ticket, in a browser that knows nothing of the shop', async () => {
    const of = await begun();
    const { status, location } = await answerPaypay(shop, of, 'success');
    expect(status).toBe(303);
    expect(location).toContain('#/payment-callback/gmo_paypay/success?r=');
    expect(JSON.parse((await becameOf(location)).text)).toMatchObject({ status: 'paid', order_token: of.token });
    expect(await booked(shop, of.token)).toMatchObject({ ...once, captured: of.price });
  });

  it.each(['cancel', 'decline', 'error'])('not paid (%s) leaves the order open for another way', async (button) => {
    const of = await begun();
    const { location } = await answerPaypay(shop, of, button);
    expect(location).toContain('/failure?');
    expect(JSON.parse((await becameOf(location)).text)).toMatchObject({ status: 'open' });
    expect(await booked(shop, of.token)).toMatchObject({ charges: 0 });
    expect(replyOf(await pay(shop, of))).toMatchObject({ status: 'paid' });
  });

  it('of another amount is given back', async () => {
    const of = await begun();
    await notices('lost');
    await answerPaypay(shop, of, 'wrong_amount');
    expect(await booked(shop, of.token)).toMatchObject({
      charges: 1,
      captured: of.price + 1000,
      refunded: of.price + 1000,
    });
    expect(await told(of)).toMatchObject({ status: 'open' });
  });

  it('that comes late is waited for', async () => {
    const of = await begun();
    await notices('lost');
    const { location } = await answerPaypay(shop, of, 'never');
    expect(location).toContain('/checking?');
    expect(JSON.parse((await becameOf(location)).text)).toMatchObject({ status: 'checking' });
    await settleLate(shop, of, 'succeeded');
    expect(JSON.parse((await becameOf(location)).text)).toMatchObject({ status: 'paid' });
    expect(await booked(shop, of.token)).toMatchObject(once);
  });

  it('left by Back is open again, and the same key leads to the same page', async () => {
    const of = await order(shop);
    const key = newKey();
    const first = redirectIn(await payPaypay(shop, of, { key }));
    expect(redirectIn(await payPaypay(shop, of, { key }))).toEqual(first);
    await due(of);
    expect(await told(of)).toMatchObject({ status: 'open' });
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
    expect(await booked(shop, of.token)).toMatchObject(once);
  });

  it('paid in an old tab after another way was paid is given back, once', async () => {
    const of = await begun();
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
    await answerPaypay(shop, of, 'success');
    await notified(shop);
    await shop.sweep();
    expect(await booked(shop, of.token)).toMatchObject({ charges: 2, refunded: of.price });
    expect(await told(of)).toMatchObject({ status: 'paid' });
  });

  it('that comes after the order has ended and the seats went is given back, once', async () => {
    const of = await begun();
    await answerPaypay(shop, of, 'never');
    const { order_id } = await attemptOf(shop, of);
    await shop.db
      .updateTable('orders')
      .set({ hold_until: sql`now() - interval '1 minute'` })
      .where('id', '=', order_id)
      .execute();
    await shop.sweep();
    expect(await told(of)).toMatchObject({ status: 'expired' });
    const { time_span_id } = await shop.db
      .selectFrom('orders')
      .select('time_span_id')
      .where('id', '=', order_id)
      .executeTakeFirstOrThrow();
    const span = shop.db.updateTable('time_spans').where('id', '=', time_span_id);
    const { capacity, held, sold } = await shop.db
      .selectFrom('time_spans')
      .selectAll()
      .where('id', '=', time_span_id)
      .executeTakeFirstOrThrow();
    await span.set({ sold: capacity - held }).execute();
    await notices('duplicate');
    await settleLate(shop, of, 'succeeded');
    await notified(shop);
    await shop.sweep();
    expect(await booked(shop, of.token)).toMatchObject({ charges: 1, refunded: of.price });
    expect(await told(of)).toMatchObject({ status: 'refunded' });
    await span.set({ sold }).execute();
  });

  it.each([
    ['gmo.EntryTranPaypay', 'drop_before'],
    ['gmo.EntryTranPaypay', 'drop_after'],
    ['gmo.ExecTranPaypay', 'drop_before'],
  ])('%s %s: the way there is found by asking', async (route, fault) => {
    const of = await order(shop);
    const key = newKey();
    await setFault(shop, { route, fault });
    expect(replyOf(await payPaypay(shop, of, { key }))).toMatchObject({ status: 'checking' });
    const leave = redirectIn(await payPaypay(shop, of, { key }));
    expect((await answerPaypay(shop, leave, 'success')).location).toContain('/success?');
    expect(await booked(shop, of.token)).toMatchObject(once);
  });

  it('gmo.ExecTranPaypay drop_after: nobody can go there, so the visitor chooses again', async () => {
    const of = await order(shop);
    const key = newKey();
    await setFault(shop, { route: 'gmo.ExecTranPaypay', fault: 'drop_after' });
    expect(replyOf(await payPaypay(shop, of, { key }))).toMatchObject({ status: 'checking' });
    expect(problemOf(await payPaypay(shop, of, { key }))).toMatchObject({ reason: 'try_later' });
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
  });
});

describe('a result notice', () => {
  const send = (fields: Record<string, string>) =>
    fetch(`${shop.url}/api/v1/webhooks/gmo`, { method: 'POST', body: new URLSearchParams(fields) });

  it('before the browser’s return makes the order paid; the return finds it so', async () => {
    const of = await order(shop);
    const leave = redirectIn(await payPaypay(shop, of));
    await answerPaypay(shop, { ...leave }, 'never');
    await settleLate(shop, of, 'succeeded');
    await notified(shop);
    expect(await told(of)).toMatchObject({ status: 'paid' });
    const r = shop.deps.vault.token('return', (await attemptOf(shop, of)).id);
    expect((await browse(`${shop.url}/api/v1/payment-return/gmo_paypay?r=${r}`)).location).toContain('/success?');
    expect(await booked(shop, of.token)).toMatchObject(once);
  });

  it.each(['duplicate', 'wrong_amount'])('(%s) changes nothing about the money', async (fault) => {
    await notices(fault);
    const of = await order(shop);
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
    await notified(shop);
    expect(await booked(shop, of.token)).toMatchObject({ ...once, captured: of.price });
  });

  it('that was invented is answered, asked about, and not believed', async () => {
    const of = await order(shop);
    redirectIn(await payPaypay(shop, of));
    const OrderID = orderIdOf(await attemptOf(shop, of));
    const reply = await send({ ShopID: 'tshop00000001', OrderID, Status: 'CAPTURE', Amount: String(of.price) });
    expect([reply.status, await reply.text()]).toEqual([200, '0']);
    expect(await told(of)).toMatchObject({ status: 'open' });
  });

  it('of another shop is refused; of an unknown order it is received and left at that', async () => {
    expect((await send({ ShopID: 'tshop99999999', OrderID: 'x' })).status).toBe(400);
    for (const OrderID of ['x', '0'.repeat(25), 'z'.repeat(25)])
      expect((await send({ ShopID: 'tshop00000001', OrderID, Status: 'CAPTURE' })).status).toBe(200);
  });
});
