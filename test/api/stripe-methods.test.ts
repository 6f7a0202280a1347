import { afterEach, describe, expect, it } from 'vitest';
import { clearFaults, newKey, readLedger, replyOf, setFault } from './kit/buyer.ts';
import { forFile } from './kit/for-file.ts';
import { attemptOf, becameOf, browse, none, once, order, readOrder, redirectIn } from './kit/gmo.ts';
import { changeRows, rowOf } from './kit/rows.ts';
import { problemOf, startWholeShop } from './kit/shop.ts';
import {
  answerAlipay,
  clickAlipay,
  methodToken,
  noNotices,
  notified,
  payAlipay,
  payCard,
  settleLate,
} from './kit/stripe.ts';
import { leaveSeats, passMinutes, seatsOf } from './kit/time.ts';

const shop = await forFile(startWholeShop({ timeout: 1_200 }));
afterEach(() => clearFaults(shop));

const create = 'payment_intents.create';
/** Faults in which the provider does not answer a payment in time, and how often each must occur. */
const silences = [
  ['drop_before', 2],
  ['drop_after', 2],
  ['hang_after', 2],
  ['error500_after', 2],
  ['unavailable', 2],
] as const;

describe('stripe', () => {
  it('pays', async () => {
    const of = await order(shop);
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
    expect(await readLedger(shop, of.token)).toMatchObject({ ...once, captured: of.price });
    expect(await attemptOf(shop, of)).toMatchObject({ method: 'stripe', state: 'paid', token: null });
  });

  it.each([
    ['4000000000000002', 'refused'],
    ['4000000000009995', 'funds_or_limit'],
    ['4000000000000127', 'wrong_input'],
    ['4000000000003220', 'authentication'],
    ['4000002760003184', 'authentication'],
  ])('declines %s with "%s", and another card pays', async (card, reason) => {
    const of = await order(shop);
    const refused = problemOf(await payCard(shop, of, { card }));
    expect(refused).toMatchObject({ status: 402, code: 'payment_api_failure', reason });
    expect(await readOrder(shop, of)).toMatchObject({ status: 'open' });
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });

  it('rejects an unknown card', async () => {
    const of = await order(shop);
    const refused = problemOf(await payCard(shop, of, { token: 'pm_never_made' }));
    expect(refused).toMatchObject({ code: 'payment_api_failure', reason: 'wrong_input' });
    expect(await readLedger(shop, of.token)).toMatchObject(none);
  });

  it.each(silences)('charges once when the response is missing (%s)', async (fault, times) => {
    await setFault(shop, noNotices, { route: create, fault, times });
    const of = await order(shop);
    const [key, token] = [newKey(), await methodToken(shop)];
    expect(replyOf(await payCard(shop, of, { key, token }))).toMatchObject({ status: 'checking' });
    expect(replyOf(await payCard(shop, of, { key, token }))).toMatchObject({ status: 'paid' });
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });

  it('is paid by a notice alone', async () => {
    await setFault(shop, { route: create, fault: 'drop_after', times: 2 });
    const of = await order(shop);
    await payCard(shop, of);
    await notified(shop);
    expect(await attemptOf(shop, of)).toMatchObject({ state: 'paid' });
  });
});

const startRedirect = async (of: Awaited<ReturnType<typeof order>>, key = newKey()) =>
  redirectIn(await payAlipay(shop, of, { key }));

describe('alipay', () => {
  it('is paid on its page, and shown to a browser without state', async () => {
    await setFault(shop, noNotices);
    const of = await order(shop);
    const redirect = await startRedirect(of);
    expect(redirect).toMatchObject({ method: 'GET', fields: {} });
    const back = await clickAlipay(shop, redirect, 'success');
    expect(back).toMatch(/\/payment-return\/alipay\?r=[^&]+&payment_intent=pi_\w+&.*redirect_status=succeeded$/);
    const { location } = await browse(back);
    expect(location).toMatch(/#\/payment-callback\/alipay\/success\?r=[^&]+$/);
    expect(await becameOf(shop, location)).toMatchObject({ status: 'paid', order_token: of.token });
    expect(await readLedger(shop, of.token)).toMatchObject({ ...once, captured: of.price });
  });

  it('is paid by a notice that arrives before the browser, or instead of it', async () => {
    const of = await order(shop);
    const back = await clickAlipay(shop, await startRedirect(of), 'success');
    await notified(shop);
    expect(await attemptOf(shop, of)).toMatchObject({ state: 'paid' });
    expect((await browse(back)).location).toContain('/alipay/success?r=');
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });

  it.each(['cancel', 'decline'])('(%s) leaves the order open, and a card pays', async (button) => {
    const of = await order(shop);
    const location = await answerAlipay(shop, await startRedirect(of), button);
    expect(location).toContain('/alipay/failure?r=');
    expect(await becameOf(shop, location)).toMatchObject({ status: 'open', order_token: of.token });
    expect(await attemptOf(shop, of)).toMatchObject({ state: 'cancelled' });
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });

  it('abandoned is cancelled by the next attempt, with its page', async () => {
    const of = await order(shop);
    const redirect = await startRedirect(of);
    const location = await answerAlipay(shop, redirect, 'never');
    expect(await becameOf(shop, location)).toMatchObject({ status: 'open' });
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'paid' });
    expect((await browse(redirect.url)).location).toContain('redirect_status=failed');
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });

  it('that is pending is awaited, and nothing else is paid in between', async () => {
    const of = await order(shop);
    const location = await answerAlipay(shop, await startRedirect(of), 'late');
    expect(location).toContain('/alipay/checking?r=');
    expect(await becameOf(shop, location)).toMatchObject({ status: 'checking' });
    expect(replyOf(await payCard(shop, of))).toMatchObject({ status: 'checking' });
    await settleLate(shop, of, 'succeeded');
    await notified(shop);
    expect(await becameOf(shop, location)).toMatchObject({ status: 'paid' });
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });

  it('that fails after pending leaves the order open', async () => {
    const of = await order(shop);
    const location = await answerAlipay(shop, await startRedirect(of), 'late');
    await settleLate(shop, of, 'failed');
    await notified(shop);
    expect(await becameOf(shop, location)).toMatchObject({ status: 'open' });
    expect(await readLedger(shop, of.token)).toMatchObject(none);
  });

  it.each([
    ['is honoured while its seats are free', true],
    ['is refunded once when they are sold', false],
  ])('paid after the order was over %s', async (_, isFree) => {
    const of = await order(shop);
    await answerAlipay(shop, await startRedirect(of), 'late');
    const { id, order_id } = await attemptOf(shop, of);
    /* As if the attempt had been cancelled before the visitor paid. */
    await shop.db.updateTable('payments').set({ state: 'cancelled' }).where('id', '=', id).execute();
    await passMinutes(shop, of.token, 60);
    await shop.sweep();
    expect((await readOrder(shop, of)).status).toBe('expired');
    const { time_span_id: span } = await rowOf(shop, 'orders', { id: order_id });
    const { sold } = await seatsOf(shop, span);
    if (!isFree) await leaveSeats(shop, span, 0);
    await setFault(shop, { route: 'refunds.create', fault: 'drop_after', times: 2 });
    await settleLate(shop, of, 'succeeded');
    await notified(shop);
    for (const _round of [1, 2]) await shop.sweep();
    if (!isFree) await changeRows(shop, 'time_spans', { site: 'borderless', id: span }, { sold });
    expect(await readLedger(shop, of.token)).toMatchObject({ charges: 1, refunded: isFree ? 0 : of.price });
    expect((await readOrder(shop, of)).status).toBe(isFree ? 'paid' : 'refunded');
  });

  it('never completed ends with the hold: its page can no longer charge', async () => {
    const of = await order(shop);
    const redirect = await startRedirect(of);
    // a notice that is handled later would count as a recent poll
    await notified(shop);
    await passMinutes(shop, of.token, 60);
    await shop.sweep();
    expect((await readOrder(shop, of)).status).toBe('expired');
    expect((await browse(redirect.url)).location).toContain('redirect_status=failed');
    expect(await readLedger(shop, of.token)).toMatchObject(none);
  });

  it.each(silences)('redirects to one page however often it is requested (%s)', async (fault, times) => {
    await setFault(shop, noNotices, { route: create, fault, times });
    const of = await order(shop);
    const key = newKey();
    expect(replyOf(await payAlipay(shop, of, { key }))).toMatchObject({ status: 'checking' });
    const [first, second] = [await startRedirect(of, key), await startRedirect(of, key)];
    expect(second.url).toBe(first.url);
    expect(await answerAlipay(shop, first, 'success')).toContain('/alipay/success?r=');
    expect(await readLedger(shop, of.token)).toMatchObject(once);
  });

  it('requested without a response is given up, and cannot be paid', async () => {
    await setFault(shop, noNotices, { route: create, fault: 'drop_after', times: 2 });
    const of = await order(shop);
    await payAlipay(shop, of);
    await passMinutes(shop, of.token, 1);
    await shop.sweep();
    expect(await attemptOf(shop, of)).toMatchObject({ state: 'cancelled' });
    const { payments } = JSON.parse(await (await fetch(`${shop.sandbox.url}/sandbox/ledger`)).text());
    expect(payments[0]).toMatchObject({ status: 'canceled' });
  });

  it('is paid only by the provider’s confirmation: the address of the return proves nothing', async () => {
    const of = await order(shop);
    const back = await clickAlipay(shop, await startRedirect(of), 'never');
    const { location } = await browse(back.replace('redirect_status=pending', 'redirect_status=succeeded'));
    expect(location).toContain('/alipay/checking?r=');
    expect((await readOrder(shop, of)).completion).toBeNull();
    expect(await readLedger(shop, of.token)).toMatchObject(none);
  });
});
