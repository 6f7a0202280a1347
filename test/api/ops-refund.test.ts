import { describe, expect, it } from 'vitest';
import { clearFaults, customer, pay, readLedger, replyOf, setFault } from './kit/buyer.ts';
import { booklet, holdSets, setStock, usesOf } from './kit/extras.ts';
import { forFile } from './kit/for-file.ts';
import { buyTicket, mailedTo, sending, ticketOf } from './kit/holder.ts';
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

describe('cancelling', () => {
  it('releases seats, set products and the coupon’s use, without a refund', async () => {
    const { span, code, token, price, email, number, params } = await bought(shop);
    expect(await usesOf(shop, code)).toBe(1);
    expect(await cancel(number)).toMatchObject({ status: 200, done: 'cancel', quantity: 1, isWhole: true, used: 0 });
    expect(await seatsOf(shop, span)).toMatchObject({ held: 0, sold: 0 });
    expect(await setStock(shop, span, booklet)).toEqual({ held: 0, sold: 0 });
    expect(await usesOf(shop, code)).toBe(0);
    expect(await readLedger(shop, token)).toMatchObject({ captured: price, refunded: 0 });
    expect(await shop.call('getOrder', { params: { token } })).toMatchObject({ status: 'cancelled', completion: null });
    const ticket = await ticketOf(shop, params.reservation_token);
    expect(ticket).toMatchObject({ state: 'cancelled', entry_code: '', actions: { receipt: 'cancelled' } });
    expect(await readMailKinds(shop, email)).toEqual(['completed', 'cancelled']);
    expect(await cancel(number)).toMatchObject({ status: 409, refused: 'cancelled' });
  });

  it("by the buyer's number cancels the whole order, including all its split-off tickets", async () => {
    const { number, from, to, tokens, email, params } = await scattered(shop);
    expect([await sold(from), await sold(to)]).toEqual([2, 2]);
    expect(await cancel(number)).toMatchObject({ done: 'cancel', quantity: 4, isWhole: true });
    expect([await sold(from), await sold(to)]).toEqual([0, 0]);
    for (const token of Object.values(tokens)) expect(await stateOf(token)).toBe('cancelled');
    expect(await stateOf(params.reservation_token)).toBe('cancelled');
    expect(await readMailKinds(shop, email)).toEqual(['ticket_sent', 'cancelled']);
  });

  it('by the number of a split-off ticket cancels only that ticket', async () => {
    const { number, from, to, tokens, order } = await scattered(shop);
    const part = async (token: string) => (await ticketOf(shop, token)).reservation_number;
    expect(await cancel(await part(tokens.sent))).toMatchObject({ done: 'cancel', quantity: 1, isWhole: false });
    expect([await sold(from), await sold(to)]).toEqual([1, 2]);
    expect([await stateOf(tokens.sent), await stateOf(tokens.split)]).toEqual(['cancelled', 'valid']);
    expect((await shop.call('getOrder', { params: { token: order } })).status).toBe('paid');
    expect(await cancel(await part(tokens.sent))).toMatchObject({ refused: 'cancelled' });

    await cancel(await part(tokens.split));
    expect(await cancel(number)).toMatchObject({ quantity: 2 });
    expect((await shop.call('getOrder', { params: { token: order } })).status).toBe('cancelled');
    expect([await sold(from), await sold(to)]).toEqual([0, 0]);
  });

  it('of the last valid ticket ends the order, with its set products and its coupon', async () => {
    const { span, code, number, params, token } = await bought(shop);
    const body = sending(1);
    await shop.call('sendTicket', { params, body });
    expect(await ops.code('cancel', { reservation_number: number })).toBe('cancel');
    expect(await setStock(shop, span, booklet)).toEqual({ held: 0, sold: 0 });
    expect(await usesOf(shop, code)).toBe(0);
    expect((await shop.call('getOrder', { params: { token } })).status).toBe('cancelled');
  });

  it('keeps used tickets, and with them the order', async () => {
    const { number, from, tokens, order } = await scattered(shop);
    await makeToday(shop, from);
    const used = await ticketOf(shop, tokens.split);
    await ops.run('gate', { code: used.reservation_number });
    expect(await cancel(number)).toMatchObject({ done: 'cancel', quantity: 3, used: 1 });
    expect(await sold(from)).toBe(1);
    expect(await stateOf(tokens.split)).toBe('used');
    expect((await shop.call('getOrder', { params: { token: order } })).status).toBe('paid');
    expect(await cancel(used.reservation_number)).toMatchObject({ refused: 'used' });
    expect(await cancel(number)).toMatchObject({ refused: 'used' });
  });

  it('cancels a shared ticket too: its link admits nobody', async () => {
    const span = await newSlot(shop);
    const { params, number } = await buyTicket(shop, span, 1);
    await shop.call('shareTicket', { params });
    expect(await cancel(number)).toMatchObject({ done: 'cancel' });
    expect(await ticketOf(shop, params.reservation_token)).toMatchObject({ state: 'cancelled', share_token: '' });
    expect(await sold(span)).toBe(0);
  });

  it('rejects unknown tickets, and tickets that were sent on as a whole', async () => {
    expect(await cancel('AAAA-AAAA-AAAA')).toMatchObject({ status: 409, refused: 'unknown' });
    const { params } = await buyTicket(shop, await newSlot(shop), 2);
    const body = sending(1);
    await shop.call('sendTicket', { params, body });
    const theirs = await mailedTo(shop, body.email);
    const { reservation_number } = await ticketOf(shop, theirs);
    await shop.call('sendTicket', { params: { reservation_token: theirs }, body: sending(1) });
    expect(await cancel(reservation_number)).toMatchObject({ refused: 'sent' });
  });
});
