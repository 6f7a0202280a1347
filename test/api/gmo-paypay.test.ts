import { afterEach, describe, expect, it } from 'vitest';
import { orderIdOf } from '#server/providers/gmo/order.ts';
import { clearFaults, newKey, pay, readLedger, replyOf, setFault } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import {
  answerPaypay,
  attemptOf,
  becameOf,
  browse,
  due,
  notices,
  notified,
  once,
  order,
  payCard,
  payPaypay,
  readOrder,
  redirectIn,
  settleLate,
} from './kit/gmo.ts';
import { rowOf } from './kit/rows.ts';
import { problemOf, startWholeShop } from './kit/shop.ts';
import { changeSlot, leaveSeats, passMinutes, seatsOf } from './kit/time.ts';

const shop = await forFile(startWholeShop({ timeout: 1_200 }));
afterEach(() => clearFaults(shop));

describe('PayPay by GMO', () => {
  const begun = async (slot = 0) => {
    const of = await order(shop, slot);
    const { url, method, fields } = redirectIn(await payPaypay(shop, of));
    expect(method).toBe('POST');
    expect(Object.keys(fields)).toEqual(['AccessID', 'Token']);
    return { ...of, url, fields };
  };

  it('paid issues the ticket, in a browser without state', async () => {
    const of = await begun();
    const { status, location } = await answerPaypay(shop, of, 'success');
    expect(status).toBe(303);
    expect(location).toContain('#/payment-callback/gmo_paypay/success?r=');
    expect(await becameOf(shop, location)).toMatchObject({ status: 'paid', order_token: of.token });
    expect(await readLedger(shop, of.token)).toMatchObject({ ...once, captured: of.price });
  });

  it.each(['cancel', 'decline', 'error'])('not paid (%s) leaves the order open for another method', async (button) => {
    const of = await begun();
    const { location } = await answerPaypay(shop, of, button);
    expect(location).toContain('/failure?');
    expect(await becameOf(shop, location)).toMatchObject({ status: 'open' });
    expect(await readLedger(shop, of.token)).toMatchObject({ charges: 0 });
    expect(replyOf(await pay(shop, of))).toMatchObject({ status: 'paid' });
  });

  it('of another amount is refunded', async () => {
    const of = await begun();
    await notices(shop, 'lost');
    await answerPaypay(shop, of, 'wrong_amount');
    expect(await readLedger(shop, of.token)).toMatchObject({
      charges: 1,
      captured: of.price + 1000,
      refunded: of.price + 1000,
    });
    expect(await readOrder(shop, of)).toMatchObject({ status: 'open' });
  });

  it('that arrives late is awaited', async () => {
    const of = await begun();
    await notices(shop, 'lost');
    const { location } = await answerPaypay(shop, of, 'never');
    expect(location).toContain('/checking?');
    expect(await becameOf(shop, location)).toMatchObject({ status: 'checking' });
    await settleLate(shop, of, 'succeeded');
    expect(await becameOf(shop, location)).toMatchObject({ status: 'paid' });
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });

  it('left with Back is open again, and the same key returns the same page', async () => {
    const of = await order(shop);
    const key = newKey();
    const first = redirectIn(await payPaypay(shop, of, { key }));
    expect(redirectIn(await payPaypay(shop, of, { key }))).toEqual(first);
    await due(shop, of);
    expect(await readOrder(shop, of)).toMatchObject({ status: 'open' });
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });

  it('paid in an old tab after another method was paid is refunded once', async () => {
    const of = await begun();
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
    await answerPaypay(shop, of, 'success');
    await notified(shop);
    await shop.sweep();
    expect(await readLedger(shop, of.token)).toMatchObject({ charges: 2, refunded: of.price });
    expect(await readOrder(shop, of)).toMatchObject({ status: 'paid' });
  });

  it('that arrives after the order expired and its seats were sold is refunded once', async () => {
    const of = await begun();
    await answerPaypay(shop, of, 'never');
    const { order_id } = await attemptOf(shop, of);
    await passMinutes(shop, of.token, 20);
    await shop.sweep();
    expect(await readOrder(shop, of)).toMatchObject({ status: 'expired' });
    const { time_span_id: span } = await rowOf(shop, 'orders', { id: order_id });
    const { sold } = await seatsOf(shop, span);
    await leaveSeats(shop, span, 0);
    await notices(shop, 'duplicate');
    await settleLate(shop, of, 'succeeded');
    await notified(shop);
    await shop.sweep();
    expect(await readLedger(shop, of.token)).toMatchObject({ charges: 1, refunded: of.price });
    expect(await readOrder(shop, of)).toMatchObject({ status: 'refunded' });
    await changeSlot(shop, span, { sold });
  });

  it('gmo.ExecTranPaypay drop_after: there is no redirect, so the visitor chooses again', async () => {
    const of = await order(shop);
    const key = newKey();
    await setFault(shop, { route: 'gmo.ExecTranPaypay', fault: 'drop_after' });
    expect(replyOf(await payPaypay(shop, of, { key }))).toMatchObject({ status: 'checking' });
    expect(problemOf(await payPaypay(shop, of, { key }))).toMatchObject({ reason: 'try_later' });
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
  });
});

describe('a result notice', () => {
  it('that arrives before the redirect to PayPay was returned does not end the payment', async () => {
    const of = await order(shop);
    const key = newKey();
    await setFault(
      shop,
      { route: 'gmo.ExecTranPaypay', fault: 'drop_before' },
      { route: 'gmo.ExecTranPaypay', fault: 'hold', id: 'way', phase: 'after' },
      { route: 'webhooks:gmo', fault: 'lost', times: 9 },
    );
    expect(replyOf(await payPaypay(shop, of, { key }))).toMatchObject({ status: 'checking' });
    const going = payPaypay(shop, of, { key });
    await shop.sandbox.sandbox.faults.whenHeld('way');
    const OrderID = orderIdOf(await attemptOf(shop, of));
    const answer = await send({ ShopID: 'tshop00000001', OrderID, Status: 'REQSUCCESS' });
    expect(await answer.text()).toBe('0');
    shop.sandbox.sandbox.faults.release('way');
    const redirect = redirectIn(await going);
    expect((await answerPaypay(shop, redirect, 'success')).location).toContain('/success?');
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });

  const send = (fields: Record<string, string>) =>
    fetch(`${shop.url}/api/v1/webhooks/gmo`, { method: 'POST', body: new URLSearchParams(fields) });

  it('that arrives before the browser’s return makes the order paid, as the return reports', async () => {
    const of = await order(shop);
    const redirect = redirectIn(await payPaypay(shop, of));
    await answerPaypay(shop, { ...redirect }, 'never');
    await settleLate(shop, of, 'succeeded');
    await notified(shop);
    expect(await readOrder(shop, of)).toMatchObject({ status: 'paid' });
    const r = shop.deps.tokens.token('return', (await attemptOf(shop, of)).id);
    expect((await browse(`${shop.url}/api/v1/payment-return/gmo_paypay?r=${r}`)).location).toContain('/success?');
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });
});
