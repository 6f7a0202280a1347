import { sql } from 'kysely';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { withChanges } from '#server/db/scoped.ts';
import { methods } from '#src/domain/payment.ts';
import { buyTicket, changeRows, newSlot, olderPayments, rowsOf, ticketOf } from './kit/arrange.ts';
import { clearFaults, countCalls, newKey, readLedger, setFault, timed } from './kit/buyer.ts';
import { orderFor, payUntilPaid } from './kit/every-method.ts';
import { bought } from './kit/extras.ts';
import { renderLatestMail } from './kit/mails.ts';
import { dispute, endRefund, paymentOf } from './kit/money.ts';
import { callOperator, makeToken, openOps, readMailKinds } from './kit/ops.ts';
import { purchase } from './kit/pay.ts';
import { forFile, startWholeShop } from './kit/shop.ts';

/** Refunds of a part of a payment (docs/payments.md#parts-of-a-payment). */
const shop = await forFile(startWholeShop({ timeout: 1_200 }));
const ops = await forFile(openOps(shop));
const { token: full } = await makeToken(ops, 'borderless', 'full');
afterEach(async () => {
  await clearFaults(shop);
  shop.logged.length = 0;
});

const refund = (number: string, wish: object = {}) => ops.run('refund', { reservation_number: number, ...wish });
const findOne = (number: string) => ops.run('find', { text: number });
const create = 'refunds.create';
const alarms = () => shop.logged.filter(({ event }) => event === 'payment_alarm').map(({ facts }) => facts.alarm);
const passMinute = () => changeRows(shop, 'payments', {}, olderPayments(sql`interval '2 minutes'`));

/** Yen of the ledger's lines for an order and its changes of date, as they came. */
const grossOf = async (number: string) => {
  const lines = shop.db.selectFrom('ledger').innerJoin('payments', 'payments.id', 'payment_id').select('ledger.amount');
  const own = lines.where('order_id', 'in', withChanges((await paymentOf(shop, number)).order_id)).orderBy('ledger.at');
  return (await own.execute()).map(({ amount }) => amount);
};

/** Our books, the provider's and the comparison of both agree that this is left. */
const expectLeft = async ({ number, token }: { number: string; token: string }, left: number) => {
  const [{ captured, refunded }, gross] = [await readLedger(shop, token), await grossOf(number)];
  expect([captured - refunded, gross.reduce((sum, yen) => sum + yen, 0)]).toEqual([left, left]);
  await passMinute();
  const { unmatched } = await ops.run('reconcile', { age: 0 });
  expect(unmatched).toEqual(expect.not.arrayContaining([expect.objectContaining({ number })]));
};

describe('an amount of a paid order', () => {
  it('goes back several times up to the total, and the tickets stay valid; then the rest with the order', async () => {
    const one = await bought(shop);
    const { number, price, email, params } = one;
    const first = await refund(number, { amount: 1000, why: 'no guide' });
    expect(first).toMatchObject({ amount: 1000, left: price - 1000, isDone: true, refusal: null });
    expect(first.said.en).toContain(`¥1,000 are on their way back, ¥${(price - 1000).toLocaleString('en')} are left`);
    expect((await ticketOf(shop, params.reservation_token)).state).toBe('valid');
    await expectLeft(one, price - 1000);
    const mail = await renderLatestMail(shop, email, 'part_refunded');
    expect(mail.rows.slice(-2).map(([, yen]) => yen)).toEqual(['1,000円', `${price.toLocaleString('en')}円`]);
    const wish = { reservation_number: number, amount: 500 };
    expect((await callOperator(shop, 'refund', wish, { token: full })).body.left).toBe(price - 1500);
    expect((await findOne(number)).orders).toMatchObject([
      { status: 'paid', money: 'paid', part_refunds: [{ amount: 1000, state: 'done' }, { amount: 500 }] },
    ]);
    expect((await findOne(number)).said.en).toMatch(/refunded ¥1,000: done.*no guide/s);
    const { total, refunds } = await shop.call('getReceipt', { params });
    expect([total, ...refunds]).toMatchObject([price, { amount: 1000, rate: 10, tax: 90 }, { amount: 500, tax: 45 }]);
    expect(await refund(number)).toMatchObject({ amount: price - 1500, left: null, isDone: true });
    expect((await ticketOf(shop, params.reservation_token)).state).toBe('cancelled');
    expect(await grossOf(number)).toEqual([price, -1000, -500, 1500 - price]);
    await expectLeft(one, 0);
    expect(await readMailKinds(shop, email)).toEqual(['completed', ...Array(3).fill('part_refunded')]);
    expect(await refund(number, { amount: 1 })).toMatchObject({ refused: 'refunded' });
  });

  it('goes back of a paid change of date first, and then of the order', async () => {
    const product = { site: 'borderless', uuid: timed };
    await changeRows(shop, 'products', product, { date_change_difference: 'paid' });
    onTestFinished(() => changeRows(shop, 'products', product, { date_change_difference: null }));
    const [from, time_span_id] = [await newSlot(shop), await newSlot(shop, { surcharge: 300 })];
    const { params, number } = await buyTicket(shop, from, { adults: 2 });
    const { order_token: token, order } = await shop.call('createChange', { params, body: { time_span_id } });
    const moved = await purchase(shop, { token, price: order.price });
    expect((await refund(number, { amount: 1000 })).said.en).toContain('¥1,000 are on their way back');
    const { amount } = await paymentOf(shop, number);
    expect((await grossOf(number)).toSorted((a, b) => a - b)).toEqual([-600, -400, 600, amount]);
    expect((await paymentOf(shop, number)).parts_refunded).toBe(400);
    expect(await ticketOf(shop, moved.reservation_token)).toMatchObject({ state: 'valid', time_span_id });
    expect(await refund(number)).toMatchObject({ amount: amount - 400, isDone: true });
    expect((await grossOf(number)).reduce((sum, yen) => sum + yen, 0)).toBe(0);
  });

  it('may be all of it, and then nothing is left', async () => {
    const one = await bought(shop);
    expect(await refund(one.number, { amount: one.price })).toMatchObject({ left: 0, isDone: true });
    await expectLeft(one, 0);
    expect(await refund(one.number, { amount: 1 })).toMatchObject({ refused: 'nothing_paid' });
    expect((await refund(one.number)).said.en).toContain('all of it has gone back: cancel it instead');
    expect((await ticketOf(shop, one.params.reservation_token)).state).toBe('valid');
  });

  it('goes back once when the provider’s reply is lost, also when its key is forgotten', async () => {
    const one = await bought(shop);
    await setFault(shop, { route: create, fault: 'drop_after', times: 2 });
    expect(await refund(one.number, { amount: 700 })).toMatchObject({ amount: 700, isDone: false });
    expect(await grossOf(one.number)).toEqual([one.price]);
    const { ledger } = shop.sandbox.sandbox;
    for (const answer of ledger.all('answer')) ledger.put('answer', { ...answer, created: 0 });
    await shop.sweep();
    await shop.sweep();
    await expectLeft(one, one.price - 700);
    expect(await readMailKinds(shop, one.email)).toEqual(['completed', 'part_refunded']);
  });

  it('goes back once for an Idempotency-Key, and each time for another one', async () => {
    const one = await bought(shop);
    const [key, wish] = [newKey(), { reservation_number: one.number, amount: 300 }];
    const send = (own = key) => callOperator(shop, 'refund', wish, { token: full, key: own });
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ status }) => status).toSorted()).toContain(200);
    /* The process died before its answer was stored. */
    await changeRows(shop, 'idempotency', {}, { status: null, body: null, started_at: new Date(0) });
    expect((await send()).body).toMatchObject({ amount: 300, left: one.price - 300, isDone: true });
    await expectLeft(one, one.price - 300);
    await send(newKey());
    await expectLeft(one, one.price - 600);
  });

  it('is never more than what is left, by two operators at once and beside a whole refund', async () => {
    const one = await bought(shop);
    const amount = one.price - 100;
    const answers = await Promise.all([1, 2].map(() => refund(one.number, { amount })));
    expect(answers.map(({ refused }) => refused ?? 'done').toSorted()).toEqual(['done', 'more_than_left']);
    await expectLeft(one, 100);
    const other = await bought(shop);
    await setFault(shop, { route: create, fault: 'drop_before', times: 2 });
    expect(await refund(other.number, { amount: 400 })).toMatchObject({ isDone: false });
    expect((await ops.run('reconcile', { age: 0 })).said.en).toContain('so do not give it back at the provider');
    await Promise.all([refund(other.number), shop.sweep()]);
    await shop.sweep();
    expect((await grossOf(other.number)).toSorted((a, b) => a - b)).toEqual([400 - other.price, -400, other.price]);
    await expectLeft(other, 0);
  });

  it('that the provider refuses is free again, an alarm, and comes back when it is asked for again', async () => {
    const one = await bought(shop);
    await dispute(shop, one.number, 'needs_response');
    const refused = await refund(one.number, { amount: 800 });
    expect(refused).toMatchObject({ isDone: false, refusal: 'charge_disputed', left: one.price });
    expect([alarms(), (await paymentOf(shop, one.number)).parts_refunded]).toEqual([['part_refused'], 0]);
    expect((await findOne(one.number)).said.en).toContain('¥800: refused (charge_disputed)');
    expect((await ops.run('reconcile', { age: 0 })).said.en).toContain('refuses to give a part back (charge_disputed)');
    const calls = await countCalls(shop, create);
    await shop.sweep();
    expect(calls()).toBe(0);
    await dispute(shop, one.number, 'won');
    expect(await refund(one.number, { amount: 800 })).toMatchObject({ isDone: true });
    await expectLeft(one, one.price - 800);
    expect(await readMailKinds(shop, one.email)).toEqual(['completed', 'part_refunded']);
  });

  it('that fails at the bank is an alarm', async () => {
    const one = await bought(shop);
    await refund(one.number, { amount: 900 });
    await endRefund(shop, 'failed');
    await passMinute();
    await shop.sweep();
    expect([alarms(), (await paymentOf(shop, one.number)).state]).toEqual([['refund_failed'], 'paid']);
    expect((await ops.run('reconcile', { age: 0 })).said.en).toContain('Give it back at the provider');
  });
});

describe('a whole order less a fee', () => {
  it('ends, and the rest goes back; a dry run says so before', async () => {
    const one = await bought(shop);
    const { number, price, email, params } = one;
    const planned = await refund(number, { fee: 500, dry_run: true });
    expect(planned).toMatchObject({ amount: price - 500, isDone: true, mails: [{ kind: 'part_refunded', to: email }] });
    expect((await rowsOf(shop, 'part_refunds', { payment_id: (await paymentOf(shop, number)).id })).length).toBe(0);
    const said = { en: expect.stringContaining('tickets cancelled') };
    expect(await refund(number, { fee: 500 })).toMatchObject({ amount: price - 500, left: null, isDone: true, said });
    expect((await ticketOf(shop, params.reservation_token)).state).toBe('cancelled');
    await expectLeft(one, 500);
    const mail = await renderLatestMail(shop, email, 'part_refunded');
    expect(mail.remarks).toContain('このご注文のチケットはご利用いただけません。');
    expect(await refund(number)).toMatchObject({ amount: 500, isDone: true });
    await expectLeft(one, 0);
  });

  it('that the provider refuses is an alarm until it goes back, and the buyer learns that the tickets ended', async () => {
    const one = await bought(shop);
    await dispute(shop, one.number, 'needs_response');
    expect(await refund(one.number, { fee: 500 })).toMatchObject({ isDone: false, refusal: 'charge_disputed' });
    expect(await readMailKinds(shop, one.email)).toEqual(['completed', 'cancelled']);
    await dispute(shop, one.number, 'won');
    await passMinute();
    await shop.sweep();
    expect((await paymentOf(shop, one.number)).alarm).toBe('part_refused');
    expect(await refund(one.number)).toMatchObject({ amount: one.price, isDone: true });
    await expectLeft(one, 0);
  });
});

describe('a refund of an amount is refused', async () => {
  const { number } = await bought(shop);

  it.each([
    [{ amount: 0 }, 'amount: must be 1 or more'],
    [{ amount: -5 }, 'amount: must be 1 or more'],
    [{ amount: 1.5 }, 'amount: must be a whole number'],
    [{ amount: '１０００' }, 'amount: must be a number'],
    [{ amount: 100, fee: 100 }, 'Write an amount or a fee, not both.'],
    [{ amount: 1_000_000 }, 'can go back in parts. Write an amount up to that'],
    [{ fee: 1_000_000 }, 'or a smaller fee'],
  ])('for %j, with what to write instead', async (wish, text) => {
    expect((await refund(number, wish)).said.en).toContain(text);
    expect((await paymentOf(shop, number)).parts_refunded).toBe(0);
  });

  it('where the provider takes wholes only', async () => {
    const inParts = methods.filter((method) => shop.deps.payments[method]?.refundPart);
    expect(inParts.toSorted()).toEqual(['alipay', 'stripe', 'stripe_secure']);
    const order = await orderFor(shop, 'gmo');
    const { reservation_number } = await payUntilPaid(shop, order, 'gmo');
    const answer = await refund(reservation_number, { amount: 100 });
    expect([answer.refused, answer.said.en]).toEqual(['whole_only', expect.stringContaining('provider’s dashboard')]);
  });
});
