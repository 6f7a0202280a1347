import { afterEach, describe, expect, it } from 'vitest';
import { orderIdOf } from '#server/payments/providers/gmo/order.ts';
import { allowLookUp, leaveSeats, passMinutes, rowOf } from './kit/arrange.ts';
import { clearFaults, newKey, readLedger, setFault } from './kit/buyer.ts';
import { allNotified } from './kit/every-method.ts';
import { notices, settleLate } from './kit/gmo.ts';
import { attemptOf, newOrder, type Order, once, pay, readOrder, replyOf } from './kit/pay.ts';
import { answer, answerPage, becameOf, browse, payByWallet, redirectIn, startRedirect } from './kit/redirect.ts';
import { forFile, startWholeShop } from './kit/shop.ts';
import { settleLate as settleStripe } from './kit/stripe.ts';

/** Wallets on their own pages, which send the browser back. */
const shop = await forFile(startWholeShop({ timeout: 1_200 }));
afterEach(() => clearFaults(shop));
const payByCard = async (order: Order) => replyOf(await pay(shop, order));

it.each([
  ['gmo_paypay', 'cancel', { status: 'open' }],
  ['alipay', 'cancel', { status: 'open' }],
  ['softbank_paypay', 'cancel', { status: 'open' }],
  ['softbank_paypay', 'decline', { status: 'declined', reason: 'funds_or_limit' }],
  ['softbank_alipay', 'cancel', { status: 'open' }],
  ['softbank_alipay', 'error', { status: 'declined', reason: 'try_later' }],
])('%s not paid (%s) leaves the order open for another method: %o', async (wallet, button, result) => {
  const order = await newOrder(shop);
  const { location } = await answer(shop, await startRedirect(shop, order, wallet), button);
  expect(location).toContain(`/${wallet}/failure?r=`);
  expect(await becameOf(shop, location)).toMatchObject({ ...result, order_token: order.token });
  expect(await readOrder(shop, order)).toMatchObject({ status: 'open' });
  expect(await payByCard(order)).toMatchObject({ status: 'paid' });
  expect(await readLedger(shop, order.token)).toMatchObject(once);
});

it.each(['gmo_paypay', 'softbank_paypay', 'softbank_alipay'])(
  '%s paid in an old tab after another method was paid is refunded once',
  async (wallet) => {
    const order = await newOrder(shop);
    const redirect = await startRedirect(shop, order, wallet);
    const { id } = await attemptOf(shop, order);
    expect(await payByCard(order)).toMatchObject({ status: 'paid' });
    await answer(shop, redirect, 'success');
    await allNotified(shop);
    await allowLookUp(shop);
    await shop.sweep();
    expect((await rowOf(shop, 'payments', { id })).state).toBe('refunded');
    const { token, price } = order;
    expect(await readLedger(shop, token)).toMatchObject({ charges: 2, captured: 2 * price, refunded: price });
    expect(await readOrder(shop, order)).toMatchObject({ status: 'paid' });
  },
);

it('a page of Alipay is closed by the next attempt', async () => {
  const order = await newOrder(shop);
  const redirect = await startRedirect(shop, order, 'alipay');
  const { location } = await answer(shop, redirect, 'never');
  expect(await becameOf(shop, location)).toMatchObject({ status: 'open' });
  expect(await payByCard(order)).toMatchObject({ status: 'paid' });
  expect((await browse(redirect.url)).location).toContain('redirect_status=failed');
  expect(await readLedger(shop, order.token)).toMatchObject(once);
});

/** An order that expired, and whose seats were sold, while its visitor was on the wallet's page. */
const soldOut = async (wallet: string) => {
  const order = await newOrder(shop);
  const redirect = await startRedirect(shop, order, wallet);
  await passMinutes(shop, order.token, 60);
  await shop.sweep();
  expect((await readOrder(shop, order)).status).toBe('expired');
  const { time_span_id } = await rowOf(shop, 'orders', { id: (await attemptOf(shop, order)).order_id });
  await leaveSeats(shop, time_span_id, 0);
  return { order, redirect };
};

it.each([
  ['gmo_paypay', 'webhooks:gmo', 'duplicate'],
  ['softbank_paypay', 'softbank.refund', 'drop_after'],
  ['softbank_alipay', 'softbank.refund', 'drop_after'],
  ['softbank_alipay', 'softbank.refund', 'unavailable'],
])('%s paid after the seats are sold is refunded once, also with %s %s', async (wallet, route, fault) => {
  const { order, redirect } = await soldOut(wallet);
  await setFault(shop, { route, fault });
  await answerPage(shop, redirect, 'success');
  await allNotified(shop);
  for (const _ of [1, 2]) await shop.sweep();
  const back = { charges: 1, captured: order.price, refunded: order.price };
  expect(await readLedger(shop, order.token)).toEqual(expect.objectContaining(back));
  expect((await attemptOf(shop, order)).state).toBe('refunded');
  expect(await readOrder(shop, order)).toMatchObject({ status: 'refunded' });
});

describe('a result', () => {
  it.each([
    ['gmo_paypay', 'never', (order: Order) => settleLate(shop, order, 'succeeded')],
    ['alipay', 'late', (order: Order) => settleStripe(shop, order, 'succeeded')],
    ['softbank_alipay', 'success', async () => shop.sandbox.sandbox.faults.release('late')],
  ])('of %s that arrives late ends the waiting; nothing can be paid in between', async (wallet, button, arrive) => {
    const order = await newOrder(shop);
    if (wallet === 'gmo_paypay') await notices(shop, 'lost');
    await setFault(shop, { route: 'webhooks:softbank', fault: 'late', id: 'late' });
    const { location } = await answer(shop, await startRedirect(shop, order, wallet), button);
    expect(location).toContain(`/${wallet}/checking?r=`);
    expect(await becameOf(shop, location)).toMatchObject({ status: 'checking' });
    if (wallet !== 'gmo_paypay') expect(await payByCard(order)).toMatchObject({ status: 'checking' });
    await arrive(order);
    await allNotified(shop);
    await allowLookUp(shop);
    expect(await becameOf(shop, location)).toMatchObject({ status: 'paid' });
    expect(await readLedger(shop, order.token)).toMatchObject(once);
  });

  it.each([
    ['PayPay is asked', 'softbank_paypay', 'success', 'paid'],
    ['Alipay cannot be', 'softbank_alipay', 'checking', 'checking'],
  ])('of SB Payment Service that never arrives: %s', async (_, wallet, page, status) => {
    const order = await newOrder(shop);
    const { location } = await answer(shop, await startRedirect(shop, order, wallet), 'never');
    expect(location).toContain(`/${page}?r=`);
    expect(await becameOf(shop, location)).toMatchObject({ status });
    expect(await readLedger(shop, order.token)).toMatchObject(once);
  });

  it.each([
    ['PayPay is asked', 'softbank_paypay', 'paid', 'paid'],
    ['Alipay cannot be', 'softbank_alipay', 'checking', 'requires_action'],
  ])('of another amount neither pays nor refunds, and raises an alarm: %s', async (_, wallet, status, state) => {
    const order = await newOrder(shop);
    shop.logged.length = 0;
    const { location } = await answer(shop, await startRedirect(shop, order, wallet), 'wrong_amount');
    await shop.sweep();
    expect(await becameOf(shop, location)).toMatchObject({ status });
    expect((await attemptOf(shop, order)).state).toBe(state);
    const captured = order.price + 1000;
    expect(await readLedger(shop, order.token)).toMatchObject({ charges: 1, captured, refunded: 0 });
    const facts = expect.objectContaining({ field: 'amount' });
    expect(shop.logged).toContainEqual({ level: 'error', event: 'softbank_notice_differs', facts });
  });

  it('of another amount by GMO is refunded', async () => {
    const order = await newOrder(shop);
    await notices(shop, 'lost');
    await answer(shop, await startRedirect(shop, order, 'gmo_paypay'), 'wrong_amount');
    const sum = order.price + 1000;
    expect(await readLedger(shop, order.token)).toMatchObject({ charges: 1, captured: sum, refunded: sum });
    expect(await readOrder(shop, order)).toMatchObject({ status: 'open' });
  });

  it('that never arrived is awaited for half an hour, then the order is open again', async () => {
    const order = await newOrder(shop);
    await answer(shop, await startRedirect(shop, order, 'softbank_alipay'), 'never');
    await passMinutes(shop, order.token, 25);
    await shop.sweep();
    expect((await attemptOf(shop, order)).state).toBe('requires_action');
    await passMinutes(shop, order.token, 10);
    await shop.sweep();
    expect((await attemptOf(shop, order)).state).toBe('cancelled');
    expect((await readOrder(shop, order)).status).toBe('expired');
  });

  it('that arrives before the redirect to PayPay was returned does not end the payment', async () => {
    const order = await newOrder(shop);
    const key = newKey();
    await setFault(
      shop,
      { route: 'gmo.ExecTranPaypay', fault: 'drop_before' },
      { route: 'gmo.ExecTranPaypay', fault: 'hold', id: 'way', phase: 'after' },
      { route: 'webhooks:gmo', fault: 'lost', times: 9 },
    );
    expect(replyOf(await payByWallet(shop, order, 'gmo_paypay', { key }))).toMatchObject({ status: 'checking' });
    const going = payByWallet(shop, order, 'gmo_paypay', { key });
    await shop.sandbox.sandbox.faults.whenHeld('way');
    const OrderID = orderIdOf(await attemptOf(shop, order));
    const body = new URLSearchParams({ ShopID: 'tshop00000001', OrderID, Status: 'REQSUCCESS' });
    const notice = await fetch(`${shop.url}/api/v1/webhooks/gmo`, { method: 'POST', body });
    expect(await notice.text()).toBe('0');
    shop.sandbox.sandbox.faults.release('way');
    expect((await answer(shop, redirectIn(await going), 'success')).location).toContain('/success?');
    expect(await readLedger(shop, order.token)).toMatchObject(once);
  });
});
