import { afterEach, describe, expect, it } from 'vitest';
import { clearFaults, pay, readLedger, replyOf, setFault } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { attemptOf, becameOf, browse, none, once, order, readOrder, redirectIn } from './kit/gmo.ts';
import { rowOf } from './kit/rows.ts';
import { startWholeShop } from './kit/shop.ts';
import { answerLink, answerPage, notified, payCard, startRedirect, type Wallet } from './kit/softbank.ts';
import { leaveSeats, passMinutes } from './kit/time.ts';

const shop = await forFile(startWholeShop({ timeout: 1_200 }));
afterEach(() => clearFaults(shop));

const back = (of: { price: number }) => ({ charges: 1, captured: of.price, refunded: of.price });

describe.each<Wallet>(['softbank_paypay', 'softbank_alipay'])('%s', (wallet) => {
  it('is paid by the result, and shown to a browser without state', async () => {
    const of = await order(shop);
    const redirect = await startRedirect(shop, of, wallet);
    expect(redirect).toMatchObject({ method: 'POST', url: `${shop.sandbox.url}/f01/FepBuyInfoReceive.do` });
    const location = await answerLink(shop, redirect, 'success');
    expect(location).toContain(`#/payment-callback/${wallet}/success?r=`);
    expect(await becameOf(shop, location)).toMatchObject({ status: 'paid', order_token: of.token });
    expect(await readLedger(shop, of.token)).toMatchObject({ ...once, captured: of.price });
  });

  it.each([
    ['decline', 'funds_or_limit'],
    ['error', 'try_later'],
  ])('that fails (%s) returns the reason, and another method pays', async (button, reason) => {
    const of = await order(shop);
    const location = await answerLink(shop, await startRedirect(shop, of, wallet), button);
    expect(location).toContain(`/${wallet}/failure?r=`);
    expect(await becameOf(shop, location)).toMatchObject({ status: 'declined', reason });
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });

  it('cancelled leaves the order open', async () => {
    const of = await order(shop);
    const location = await answerLink(shop, await startRedirect(shop, of, wallet), 'cancel');
    expect(await becameOf(shop, location)).toMatchObject({ status: 'open', order_token: of.token });
    expect((await attemptOf(shop, of)).state).toBe('cancelled');
    expect(await readOrder(shop, of)).toMatchObject({ status: 'open' });
  });

  it('abandoned for another method is cancelled; if it is paid anyway, it is refunded', async () => {
    const of = await order(shop);
    const redirect = await startRedirect(shop, of, wallet);
    const { id } = await attemptOf(shop, of);
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
    await answerPage(shop, redirect, 'success');
    await notified(shop);
    const { state } = await rowOf(shop, 'payments', { id });
    expect(state).toBe('refunded');
    expect(await readLedger(shop, of.token)).toMatchObject({ charges: 2, captured: 2 * of.price, refunded: of.price });
    expect(await readOrder(shop, of)).toMatchObject({ status: 'paid' });
  });

  it.each(['drop_after', 'error500_after', 'unavailable'])(
    'paid after the seats are sold is refunded once, also if the response is lost (%s)',
    async (fault) => {
      const of = await order(shop);
      const redirect = await startRedirect(shop, of, wallet);
      await passMinutes(shop, of.token, 60);
      await shop.sweep();
      expect((await readOrder(shop, of)).status).toBe('expired');
      const { time_span_id } = await rowOf(shop, 'orders', { id: (await attemptOf(shop, of)).order_id });
      await leaveSeats(shop, time_span_id, 0);
      await setFault(shop, { route: 'softbank.refund', fault });
      await answerPage(shop, redirect, 'success');
      await notified(shop);
      for (const _ of [1, 2]) await shop.sweep();
      expect(await readLedger(shop, of.token)).toEqual(expect.objectContaining(back(of)));
      expect((await attemptOf(shop, of)).state).toBe('refunded');
    },
  );
});

describe('a result', () => {
  it.each([
    ['PayPay is asked', 'softbank_paypay', 'success', 'paid'],
    ['Alipay cannot be', 'softbank_alipay', 'checking', 'checking'],
  ] as const)('that never arrives: %s', async (_, wallet, screen, status) => {
    const of = await order(shop);
    const location = await answerLink(shop, await startRedirect(shop, of, wallet), 'never');
    expect(location).toContain(`/${screen}?r=`);
    expect(await becameOf(shop, location)).toMatchObject({ status });
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });

  it.each([
    ['PayPay is asked', 'softbank_paypay', 'paid', 'paid'],
    ['Alipay cannot be', 'softbank_alipay', 'checking', 'requires_action'],
  ] as const)(
    'with another amount neither pays nor refunds, and raises an alarm: %s',
    async (_, wallet, status, state) => {
      const of = await order(shop);
      shop.logged.length = 0;
      const location = await answerLink(shop, await startRedirect(shop, of, wallet), 'wrong_amount');
      await shop.sweep();
      expect(await becameOf(shop, location)).toMatchObject({ status });
      expect((await attemptOf(shop, of)).state).toBe(state);
      expect(await readLedger(shop, of.token)).toMatchObject({ charges: 1, captured: of.price + 1000, refunded: 0 });
      const facts = expect.objectContaining({ field: 'amount' });
      expect(shop.logged).toContainEqual({ level: 'error', event: 'softbank_notice_differs', facts });
    },
  );

  it('that arrives late ends the waiting; nothing can be paid in between', async () => {
    const of = await order(shop);
    await setFault(shop, { route: 'webhooks:softbank', fault: 'late', id: 'late-result' });
    const location = await answerLink(shop, await startRedirect(shop, of, 'softbank_alipay'), 'success');
    expect(await becameOf(shop, location)).toMatchObject({ status: 'checking' });
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'checking' });
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ id: 'late-result' });
    await fetch(`${shop.sandbox.url}/sandbox/release`, { method: 'POST', headers, body });
    await notified(shop);
    expect(await becameOf(shop, location)).toMatchObject({ status: 'paid' });
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });

  it('that never arrived is awaited for half an hour, then the order is open again', async () => {
    const of = await order(shop);
    await answerLink(shop, await startRedirect(shop, of, 'softbank_alipay'), 'never');
    await passMinutes(shop, of.token, 25);
    await shop.sweep();
    expect((await attemptOf(shop, of)).state).toBe('requires_action');
    await passMinutes(shop, of.token, 10);
    await shop.sweep();
    expect((await attemptOf(shop, of)).state).toBe('cancelled');
    expect((await readOrder(shop, of)).status).toBe('expired');
  });
});

describe('the success address', () => {
  it('opened without a payment proves nothing', async () => {
    const of = await order(shop);
    const { success_url = '' } = (await startRedirect(shop, of, 'softbank_paypay')).fields;
    const { location } = await browse(success_url);
    expect(location).toContain('/checking?r=');
    expect(await becameOf(shop, location)).toMatchObject({ status: 'checking' });
    expect((await readOrder(shop, of)).completion).toBeNull();
    expect(await readLedger(shop, of.token)).toMatchObject(none);
  });

  it('is the only return that waits: the others reopen the order', async () => {
    const of = await order(shop);
    const { error_url = '' } = (await startRedirect(shop, of, 'softbank_alipay')).fields;
    const { location } = await browse(error_url);
    expect(await becameOf(shop, location)).toMatchObject({ status: 'declined', reason: 'try_later' });
    expect(redirectIn(await pay(shop, of, { method: 'softbank_alipay', token: '' })).fields.order_id).not.toBe('');
  });
});
