import { describe, expect, it } from 'vitest';
import { clearFaults, customer, pay, readLedger, replyOf, setFault } from './kit/buyer.ts';
import { booklet, holdSets, setStock, usesOf } from './kit/extras.ts';
import { forFile } from './kit/for-file.ts';
import { ticketOf } from './kit/holder.ts';
import { mailRow, newestMail } from './kit/mails.ts';
import { makeToday, openOps, readMailKinds } from './kit/ops.ts';
import { bought, scattered } from './kit/parts.ts';
import { renderMail } from './kit/render-mail.ts';
import { problemOf, startShop } from './kit/shop.ts';
import { newSlot } from './kit/slot.ts';
import { seatsOf } from './kit/time.ts';

const shop = await forFile(startShop({ timeout: 400 }));
const ops = await forFile(openOps(shop));

const cancel = (reservation_number: string) => ops.run('cancel', { reservation_number });
const refund = (reservation_number: string, force = false) => ops.run('refund', { reservation_number, force });
const sold = async (span: string) => (await seatsOf(shop, span)).sold;
const stateOf = async (token: string) => (await ticketOf(shop, token)).state;

describe('a refund', () => {
  it('returns the money once, releases everything, and notifies the buyer', async () => {
    const { span, code, token, price, email, number, params } = await bought(shop);
    const done = await refund(number);
    expect(done).toMatchObject({ status: 200, done: 'refund', amount: price, isDone: true });
    expect(done.said.en).toContain(`¥${price.toLocaleString('ja-JP')} paid back`);
    expect(await readLedger(shop, token)).toMatchObject({ charges: 1, captured: price, refunded: price });
    expect(await seatsOf(shop, span)).toMatchObject({ held: 0, sold: 0 });
    expect(await setStock(shop, span, booklet)).toEqual({ held: 0, sold: 0 });
    expect(await usesOf(shop, code)).toBe(0);
    expect((await shop.call('getOrder', { params: { token } })).status).toBe('refunded');
    expect(await stateOf(params.reservation_token)).toBe('cancelled');
    expect(problemOf(await shop.send('getReceipt', { params })).detail).toBe('cancelled');
    expect(await readMailKinds(shop, email)).toEqual(['completed', 'refunded']);
    expect(await refund(number)).toMatchObject({ status: 409, refused: 'refunded' });
    expect(await readLedger(shop, token)).toMatchObject({ refunded: price });
  });

  it('covers every split-off ticket at its current date; its recipient is notified of the cancellation', async () => {
    const { number, from, to, tokens, email, order } = await scattered(shop);
    expect(await refund(number)).toMatchObject({ done: 'refund', isDone: true });
    expect([await sold(from), await sold(to)]).toEqual([0, 0]);
    for (const token of Object.values(tokens)) expect(await stateOf(token)).toBe('cancelled');
    expect(await readMailKinds(shop, email)).toEqual(['ticket_sent', 'cancelled']);
    const { captured, refunded } = await readLedger(shop, order);
    expect(refunded).toBe(captured);
  });

  it("accepts only the buyer's number, and names it", async () => {
    const { number, tokens } = await scattered(shop);
    const { reservation_number } = await ticketOf(shop, tokens.sent);
    const refused = await refund(reservation_number);
    expect(refused).toMatchObject({ status: 409, refused: 'part', number });
    expect(refused.said.en).toContain(number);
    expect(await stateOf(tokens.sent)).toBe('valid');
  });

  it('needs a confirmation after an admission; the admitted people keep their seats', async () => {
    const { number, from, to, tokens, order } = await scattered(shop);
    await makeToday(shop, from);
    await ops.run('gate', { code: (await ticketOf(shop, tokens.split)).reservation_number });
    expect(await refund(number)).toMatchObject({ status: 409, refused: 'entered' });
    expect((await readLedger(shop, order)).refunded).toBe(0);
    expect(await refund(number, true)).toMatchObject({ done: 'refund', isDone: true });
    expect([await sold(from), await sold(to)]).toEqual([1, 0]);
    expect((await readLedger(shop, order)).refunded).toBeGreaterThan(0);
  });

  it('refunds an order that was cancelled before', async () => {
    const { span, number, token, price, email } = await bought(shop);
    await cancel(number);
    expect(await refund(number)).toMatchObject({ done: 'refund', isDone: true, amount: price });
    expect(await seatsOf(shop, span)).toMatchObject({ held: 0, sold: 0 });
    expect(await readLedger(shop, token)).toMatchObject({ refunded: price });
    expect(await readMailKinds(shop, email)).toEqual(['completed', 'cancelled', 'refunded']);
    expect(await cancel(number)).toMatchObject({ refused: 'refunded' });
  });

  it('is rejected if nothing was paid', async () => {
    const { token } = await holdSets(shop, await newSlot(shop));
    await shop.call('createOrderCoupon', { params: { token }, body: { coupon: 'FULLFREE' } });
    await shop.call('putOrder', { params: { token }, body: customer });
    const reply = replyOf(await pay(shop, { token, price: 0 }, { method: 'free' }));
    if (reply.status !== 'paid') throw new Error(reply.status);
    expect(await refund(reply.completion.reservation_number)).toMatchObject({ refused: 'nothing_paid' });
    expect(await cancel(reply.completion.reservation_number)).toMatchObject({ done: 'cancel' });
  });

  it('stays due while the provider does not respond, and is paid once when it does', async () => {
    const { number, token, price, span, email } = await bought(shop);
    await setFault(shop, { route: 'refunds.create', fault: 'unavailable', times: 4 });
    const pending = await refund(number);
    expect(pending).toMatchObject({ status: 200, done: 'refund', isDone: false });
    expect(pending.said.en).toContain('asks again by itself');
    expect(await sold(span)).toBe(0);
    expect(await readMailKinds(shop, email)).toEqual(['completed']);
    await clearFaults(shop);
    expect(await refund(number)).toMatchObject({ done: 'refund', isDone: true });
    await shop.sweep();
    expect(await readLedger(shop, token)).toMatchObject({ refunded: price });
    expect(await readMailKinds(shop, email)).toEqual(['completed', 'refunded']);
  });

  it('is made once, however many refunds and cancellations are requested at once', async () => {
    const { number, token, price, email } = await bought(shop);
    await Promise.all([...Array.from({ length: 10 }, () => refund(number)), ...[1, 2, 3].map(() => cancel(number))]);
    await shop.sweep();
    expect(await readLedger(shop, token)).toMatchObject({ charges: 1, captured: price, refunded: price });
    expect((await readMailKinds(shop, email)).filter((kind) => kind === 'refunded')).toHaveLength(1);
  });

  it('whose response was lost is not paid twice', async () => {
    const { number, token, price, email } = await bought(shop);
    await setFault(shop, { route: 'refunds.create', fault: 'drop_after', times: 2 });
    await refund(number);
    await clearFaults(shop);
    await shop.sweep();
    await shop.sweep();
    expect(await readLedger(shop, token)).toMatchObject({ captured: price, refunded: price });
    expect(await readMailKinds(shop, email)).toEqual(['completed', 'refunded']);
  });
});

describe('the mails', () => {
  const letterTo = async (address: string, kind: 'cancelled' | 'refunded') =>
    renderMail(shop.deps, { ...(await mailRow(shop, await newestMail(shop, kind, address))), lang: 'en' });

  it('inform each holder about their ticket, and the buyer about the money and the original visit', async () => {
    const { email, number, price } = await bought(shop);
    await refund(number);
    const paid = await letterTo(email, 'refunded');
    expect(paid.rows).toContainEqual(['Reservation number', number]);
    expect(paid.rows).toContainEqual(['Refund', `¥${price.toLocaleString('ja-JP')}`]);
    expect(paid.remarks[0]).toBe('The tickets of this order cannot be used.');

    const other = await scattered(shop);
    await cancel(other.number);
    const mail = await letterTo(other.email, 'cancelled');
    const { reservation_number } = await ticketOf(shop, other.tokens.sent);
    expect(mail.rows).toContainEqual(['Reservation number', reservation_number]);
    expect(mail.rows).toContainEqual(['Quantity', 'Adult × 1']);
    expect([mail.greeting, mail.link]).toEqual(['', null]);
  });
});
