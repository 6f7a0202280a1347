import { sql } from 'kysely';
import * as v from 'valibot';
import { describe, expect, it, onTestFinished } from 'vitest';
import { reconcile } from '#server/payments/reconcile.ts';
import { venueDay } from '#src/domain/dates.ts';
import { ReceiptSchema } from '#src/domain/receipt.ts';
import {
  buyTicket,
  changeRows,
  mailedTo,
  newSlot,
  paramsOf,
  rowOf,
  seatsOf,
  sending,
  ticketOf,
} from './kit/arrange.ts';
import { clearFaults, newKey, readLedger, ready, setFault, timed, tomorrow } from './kit/buyer.ts';
import { payUntilPaid } from './kit/every-method.ts';
import { booklet, newCoupon, setStock, usesOf } from './kit/extras.ts';
import { newAddress, renderLatestMail } from './kit/mails.ts';
import { openOps, readMailKinds } from './kit/ops.ts';
import { everything } from './kit/retained.ts';
import { forFile, problemOf, startWholeShop } from './kit/shop.ts';

/** Terms of a slot that is called off: a choice after a move, money back less a fee. */
const shop = await forFile(startWholeShop({ timeout: 400 }));
const ops = await forFile(openOps(shop));
const site = 'borderless';
const callOff = (input: object) => ops.run('call-off', { site, ...input });

/** Three adults with two booklets and a coupon in a slot that the venue has moved with a choice. */
const moved = async (choice_until = `${tomorrow}T09:00`) => {
  const [slot, to, code, email] = [await newSlot(shop), await newSlot(shop), await newCoupon(shop), newAddress()];
  const party = { adults: 3, sets: [{ id: booklet, count: 2 }], email, coupon: code };
  const { order: token, price, params } = await buyTicket(shop, slot, party);
  const move = () => callOff({ slot, to, choice_until });
  return { slot, to, code, email, token, price, params, move };
};

const choiceIn = async ({ params }: { params: { reservation_token: string } }) =>
  (await ticketOf(shop, params.reservation_token)).choice;
const refund = (params: { reservation_token: string }, key = newKey()) => shop.send('refundTicket', { params, key });
const pass = (until = sql<Date>`now()`) => changeRows(shop, 'tickets', { site }, { choice_until: until });

describe('a choice after a move by the venue', () => {
  it('is in the mail and on the ticket until its end; without one the new time stays', async () => {
    const one = await moved();
    const planned = await callOff({ slot: one.slot, to: one.to, choice_until: `${tomorrow}T08:00`, dry_run: true });
    expect(planned.said).toMatchObject({ en: expect.stringContaining(`until ${tomorrow} 08:00`) });
    await one.move();
    const until = new Date(`${tomorrow}T09:00:00+09:00`).toISOString();
    expect(await choiceIn(one)).toEqual({ until, amount: one.price, bar: null });
    const mail = await renderLatestMail(shop, one.email, 'visit_moved');
    expect(mail.remarks.join()).toContain('09:00（日本時間）まで');
    await pass();
    const { choice, time_span_id, state } = await ticketOf(shop, one.params.reservation_token);
    expect([choice, time_span_id, state]).toEqual([undefined, one.to, 'valid']);
    expect(problemOf(await refund(one.params))).toMatchObject({ code: 'cannot_change_ticket', detail: 'no_choice' });
  });

  it('is another time once, free of charge, whatever its product allows', async () => {
    const rule = (date_changes: number | null, date_change_fee: number) =>
      changeRows(shop, 'products', { site, uuid: timed }, { date_changes, date_change_fee });
    await rule(0, 300);
    onTestFinished(() => rule(null, 0));
    const [one, dearer] = [await moved(), await newSlot(shop, { surcharge: 500 })];
    const body = { time_span_id: dearer };
    expect((await shop.send('changeDate', { params: one.params, body })).status).toBe(409);
    await one.move();
    const { actions, change_rule } = await ticketOf(shop, one.params.reservation_token);
    expect([actions.change_date, change_rule]).toEqual([null, { left: null, until: null, difference: 'free' }]);
    const next = await shop.call('changeDate', { params: one.params, body });
    const after = await ticketOf(shop, next.reservation_token);
    expect([after.choice, after.actions.change_date, after.time_span_id]).toEqual([undefined, 'fixed', dearer]);
    expect((await rowOf(shop, 'tickets', { time_span_id: dearer })).date_changes).toBe(0);
    expect([(await seatsOf(shop, one.to)).sold, (await seatsOf(shop, dearer)).sold]).toEqual([0, 3]);
    expect(problemOf(await refund(paramsOf(next.reservation_token))).code).toBe('cannot_change_ticket');
    expect((await readLedger(shop, one.token)).refunded).toBe(0);
  });

  it('is money back by the buyer’s link, once, with coupon, extras and seats, also while the provider is silent', async () => {
    const [one, friend] = [await moved(), newAddress()];
    await shop.call('sendTicket', { params: one.params, body: sending(1, friend) });
    await one.move();
    const part = paramsOf(await mailedTo(shop, friend));
    expect(await choiceIn({ params: part })).toMatchObject({ bar: 'not_buyer' });
    expect(problemOf(await refund(part))).toMatchObject({ code: 'cannot_change_ticket', detail: 'not_buyer' });
    await setFault(shop, { route: '*', fault: 'unavailable', times: 4 });
    const key = newKey();
    for (const _again of [1, 2])
      expect(JSON.parse((await refund(one.params, key)).text)).toEqual({ amount: one.price });
    await clearFaults(shop);
    expect(problemOf(await refund(one.params)).code).toBe('cannot_change_ticket');
    await changeRows(shop, 'payments', {}, { asked_at: sql`asked_at - interval '2 minutes'` });
    await shop.sweep();
    expect(await readLedger(shop, one.token)).toMatchObject({ captured: one.price, refunded: one.price });
    expect([(await seatsOf(shop, one.to)).sold, await usesOf(shop, one.code)]).toEqual([0, 0]);
    expect((await setStock(shop, one.to, booklet))?.sold).toBe(0);
    expect([await readMailKinds(shop, one.email), await readMailKinds(shop, friend)]).toEqual([
      ['completed', 'visit_moved', 'refunded'],
      ['ticket_sent', 'visit_moved', 'cancelled'],
    ]);
    const { reservation_number: text } = await ticketOf(shop, one.params.reservation_token);
    const acts = expect.arrayContaining([expect.objectContaining({ kind: 'refunded', by: 'buyer', people: 3 })]);
    expect((await ops.run('find', { text })).orders).toMatchObject([{ status: 'refunded', acts }]);
  });

  it('is no money back while others of the order have entered, are elsewhere, or the ticket is shared', async () => {
    const one = await moved();
    const friend = newAddress();
    await one.move();
    await shop.call('shareTicket', { params: one.params });
    expect(await choiceIn(one)).toMatchObject({ bar: 'shared' });
    await shop.call('stopSharing', { params: one.params });
    await shop.call('sendTicket', { params: one.params, body: sending(1, friend) });
    const part = paramsOf(await mailedTo(shop, friend));
    expect(await choiceIn({ params: part })).toMatchObject({ bar: 'not_buyer' });
    const other = await shop.call('changeDate', { params: part, body: { time_span_id: await newSlot(shop) } });
    expect(await choiceIn(one)).toMatchObject({ bar: 'elsewhere' });
    const { entry_code } = await ticketOf(shop, other.reservation_token);
    await ops.run('gate', { code: entry_code, force: true });
    expect(await choiceIn(one)).toMatchObject({ bar: 'used' });
    expect(problemOf(await refund(one.params))).toMatchObject({ code: 'cannot_change_ticket', detail: 'used' });
  });

  it('is made once by whoever is first: another time, or money back', async () => {
    const one = await moved();
    await one.move();
    const body = { time_span_id: await newSlot(shop) };
    const changed = shop.send('changeDate', { params: one.params, body });
    const both = await Promise.all([changed, refund(one.params), refund(one.params)]);
    expect(both.filter(({ status }) => status === 200).length).toBe(1);
    const isMoved = both[0].status === 200;
    expect((await readLedger(shop, one.token)).refunded).toBe(isMoved ? 0 : one.price);
    expect((await seatsOf(shop, one.to)).sold).toBe(0);
    expect((await seatsOf(shop, body.time_span_id)).sold).toBe(isMoved ? 3 : 0);
  });

  it.each([
    [{ choice_until: '2020-01-01' }, 'is not to come'],
    [{ choice_until: `${tomorrow}T23:00` }, 'Not after the new slot begins'],
    [{ choice_until: 'soon' }, 'must be a day or a time'],
    [{ choice_until: tomorrow, to: undefined, refund: 'none' }, 'Only with to'],
  ])('is refused for %j, and nothing is called off', async (input, text) => {
    const { slot, to } = await moved();
    expect((await callOff({ slot, to, ...input })).said).toMatchObject({ en: expect.stringContaining(text) });
    expect((await seatsOf(shop, slot)).sold).toBe(3);
  });
});

const sales = async () => {
  const today = venueDay(Date.now());
  return Number((await ops.run('sales', { site, from: today, to: today })).back);
};

describe('a slot that is called off less a fee', () => {
  it('pays each order back but the fee, as a dry run says; receipt, books and mail have what was kept', async () => {
    const slot = await newSlot(shop);
    const mail = `fee-${newKey()}@visitor.example`;
    const [large, small] = [await buyTicket(shop, slot, { adults: 3, email: mail }), await buyTicket(shop, slot)];
    const paid = (await readLedger(shop, large.order)).captured + (await readLedger(shop, small.order)).captured;
    const before = await everything(shop, 'webhook_events');
    const books = await sales();
    const planned = await callOff({ slot, refund: 'all', fee: 500, dry_run: true });
    expect(await everything(shop, 'webhook_events')).toBe(before);
    const sums = { orders: 2, people: 4, amount: paid - 1_000, kept: 1_000, left: [] };
    expect(planned).toMatchObject({
      ...sums,
      said: { en: expect.stringContaining('¥1,000 of these orders are kept') },
    });
    expect(planned.mails).toContainEqual({ kind: 'part_refunded', to: mail });
    expect(await callOff({ slot, refund: 'all', fee: 500 })).toMatchObject({ ...sums, refusals: [] });
    expect(await callOff({ slot, refund: 'all', fee: 500 })).toMatchObject({ orders: 0, amount: 0, kept: 0 });
    for (const { order } of [large, small]) {
      const { captured, refunded } = await readLedger(shop, order);
      expect(captured - refunded).toBe(500);
    }
    const receipt = await ops.run('receipt', { reservation_number: large.number });
    const { total, refunds } = v.parse(ReceiptSchema, receipt.receipt);
    expect(total - refunds.reduce((sum, { amount }) => sum + amount, 0)).toBe(500);
    const after = await sales();
    expect(after - books).toBe(paid - 1_000);
    expect((await renderLatestMail(shop, mail, 'part_refunded')).rows.flat().join()).toContain('円');
    expect((await reconcile(shop.deps, { days: 1, age: 0 })).unmatched).toEqual([]);
  });

  it('leaves an order whose payment goes back as a whole only, with the reason', async () => {
    const span = await newSlot(shop);
    const order = { ...(await ready(shop, span)), span };
    const { reservation_number: number } = await payUntilPaid(shop, order, 'gmo');
    expect(await callOff({ slot: span, refund: 'all', fee: 100 })).toMatchObject({
      amount: 0,
      left: [{ number, people: 1, why: 'whole_only' }],
    });
    expect(await callOff({ slot: span, refund: 'all' })).toMatchObject({ amount: order.price, left: [] });
    expect((await callOff({ slot: span, refund: 'none', fee: 100 })).refused).toBe('invalid_input');
  });

  it('keeps no more than was paid', async () => {
    const slot = await newSlot(shop);
    const { number, order } = await buyTicket(shop, slot);
    const { captured } = await readLedger(shop, order);
    expect(await callOff({ slot, refund: 'all', fee: captured + 1 })).toMatchObject({
      people: 1,
      amount: 0,
      kept: captured,
    });
    expect((await ops.run('find', { text: number })).orders).toMatchObject([{ status: 'cancelled', money: 'paid' }]);
  });
});
