import { sql } from 'kysely';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { readCsv } from '#server/core/csv.ts';
import { publishOpsAddress } from '#server/operators/client/address-file.ts';
import { addDays, venueDay } from '#src/domain/dates.ts';
import { buyTicket, changeRows, newSlot, olderPayments, rowOf, rowsOf, ticketOf } from './kit/arrange.ts';
import { clearFaults, countCalls, newKey, postToSandbox, readLedger, setFault } from './kit/buyer.ts';
import { allNotified, insist, orderFor, tryOf } from './kit/every-method.ts';
import { bought } from './kit/extras.ts';
import { renderLatestMail } from './kit/mails.ts';
import { callOperator, makeToken, openOps, readMailKinds } from './kit/ops.ts';
import { runProgram, temporaryFolder } from './kit/process.ts';
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
const paymentOf = async (number: string) => {
  const { id } = await rowOf(shop, 'orders', { reservation_number: number });
  return rowOf(shop, 'payments', { order_id: id });
};
const passMinute = () => changeRows(shop, 'payments', {}, olderPayments(sql`interval '2 minutes'`));

/** The gross of each line of an order in the ledger, as the table of sales has it. */
const salesOf = async (number: string) => {
  const today = venueDay(Date.now());
  const { csv } = await ops.run('sales', { from: addDays(today, -1), to: addDays(today, 1) });
  const columns = ['order_number', 'kind', 'gross', 'net', 'tax', 'coupon_yen'] as const;
  const { rows } = readCsv(String(csv).slice(1), Object.fromEntries(columns.map((name) => [name, [name]])));
  return rows.map(({ values }) => values).filter(({ order_number }) => order_number === number);
};
const grossOf = async (number: string) => (await salesOf(number)).map(({ gross }) => Number(gross));

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
    expect(JSON.stringify(mail.rows)).toContain('1,000');
    expect(JSON.stringify(mail.rows)).toContain(price.toLocaleString('en'));

    const { status, body } = await callOperator(
      shop,
      'refund',
      { reservation_number: number, amount: 500 },
      { token: full },
    );
    expect([status, body.left]).toEqual([200, price - 1500]);
    expect((await findOne(number)).orders).toMatchObject([
      { status: 'paid', money: 'paid', part_refunds: [{ amount: 1000, state: 'done' }, { amount: 500 }] },
    ]);
    expect((await findOne(number)).said.en).toMatch(/paid back ¥1,000: done.*no guide/s);
    expect(await salesOf(number)).toMatchObject([
      { kind: 'sale' },
      { kind: 'refund', gross: '-1000', net: '-910', tax: '-90', coupon_yen: '0' },
      { gross: '-500' },
    ]);

    expect(await refund(number)).toMatchObject({ amount: price - 1500, left: null, isDone: true });
    expect((await ticketOf(shop, params.reservation_token)).state).toBe('cancelled');
    expect(await grossOf(number)).toEqual([price, -1000, -500, 1500 - price]);
    await expectLeft(one, 0);
    expect(await readMailKinds(shop, email)).toEqual(['completed', ...Array(3).fill('part_refunded')]);
    expect(await refund(number, { amount: 1 })).toMatchObject({ refused: 'refunded' });
  });

  it('may be all of it, and then nothing is left', async () => {
    const one = await bought(shop);
    expect(await refund(one.number, { amount: one.price })).toMatchObject({ left: 0, isDone: true });
    await expectLeft(one, 0);
    expect(await refund(one.number, { amount: 1 })).toMatchObject({ refused: 'nothing_paid' });
    expect((await refund(one.number)).said.en).toContain('all of it has gone back: cancel it instead');
    expect((await ticketOf(shop, one.params.reservation_token)).state).toBe('valid');
  });

  it('goes back once when the provider’s reply is lost, whether or not its key is forgotten', async () => {
    const one = await bought(shop);
    await setFault(shop, { route: create, fault: 'drop_after', times: 2 });
    expect(await refund(one.number, { amount: 700 })).toMatchObject({ amount: 700, isDone: false });
    expect(await grossOf(one.number)).toEqual([one.price]);
    const calls = await countCalls(shop, create);
    await shop.sweep();
    await shop.sweep();
    expect(calls()).toBe(0);
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
    await Promise.all([refund(other.number), shop.sweep()]);
    await shop.sweep();
    expect((await grossOf(other.number)).toSorted((a, b) => a - b)).toEqual([400 - other.price, -400, other.price]);
    await expectLeft(other, 0);
  });

  it('that the provider refuses is free again, an alarm, and comes back when it is asked for again', async () => {
    const one = await bought(shop);
    const dispute = async (status: string) => {
      await postToSandbox(shop, `payment_intents/${(await paymentOf(one.number)).provider_id}/dispute`, { status });
      await allNotified(shop);
    };
    await dispute('needs_response');
    const refused = await refund(one.number, { amount: 800 });
    expect(refused).toMatchObject({ isDone: false, refusal: 'charge_disputed', left: one.price });
    expect([alarms(), (await paymentOf(one.number)).parts_refunded]).toEqual([['part_refused'], 0]);
    expect((await findOne(one.number)).said.en).toContain('¥800: refused (charge_disputed)');
    expect((await ops.run('reconcile', { age: 0 })).said.en).toContain('refuses to give a part back (charge_disputed)');
    const calls = await countCalls(shop, create);
    await shop.sweep();
    expect(calls()).toBe(0);
    await dispute('won');
    expect(await refund(one.number, { amount: 800 })).toMatchObject({ isDone: true });
    await expectLeft(one, one.price - 800);
    expect(await readMailKinds(shop, one.email)).toEqual(['completed', 'part_refunded']);
  });

  it('that fails at the bank, or more that goes back in the dashboard, is an alarm', async () => {
    const one = await bought(shop);
    await refund(one.number, { amount: 900 });
    const made = shop.sandbox.sandbox.ledger.all('refund').at(-1);
    await postToSandbox(shop, `refunds/${made?.id}/settle`, { result: 'failed' });
    await allNotified(shop);
    await passMinute();
    await shop.sweep();
    expect([alarms(), (await paymentOf(one.number)).state]).toEqual([['refund_failed'], 'paid']);
    expect((await ops.run('reconcile', { age: 0 })).said.en).toContain('Give it back at the provider');
  });
});

describe('a whole order less a fee', () => {
  it('ends, and the rest goes back; a dry run says so before', async () => {
    const one = await bought(shop);
    const { number, price, email, params } = one;
    const planned = await refund(number, { fee: 500, dry_run: true });
    expect(planned).toMatchObject({ amount: price - 500, isDone: true, mails: [{ kind: 'part_refunded', to: email }] });
    expect((await rowsOf(shop, 'part_refunds', { payment_id: (await paymentOf(number)).id })).length).toBe(0);
    const done = await refund(number, { fee: 500 });
    expect(done).toMatchObject({ amount: price - 500, left: null, isDone: true });
    expect(done.said.en).toContain('tickets cancelled');
    expect((await ticketOf(shop, params.reservation_token)).state).toBe('cancelled');
    await expectLeft(one, 500);
    const mail = await renderLatestMail(shop, email, 'part_refunded');
    expect(mail.remarks).toContain('このご注文のチケットはご利用いただけません。');
    expect(await refund(number)).toMatchObject({ amount: 500, isDone: true });
    await expectLeft(one, 0);
  });
});

describe('a refund of an amount is refused', () => {
  it.each([
    [{ amount: 0 }, 'amount: must be 1 or more'],
    [{ amount: -5 }, 'amount: must be 1 or more'],
    [{ amount: 1.5 }, 'amount: must be a whole number'],
    [{ amount: '１０００' }, 'amount: must be a number'],
    [{ amount: 100, fee: 100 }, 'Write an amount or a fee, not both.'],
    [{ amount: 1_000_000 }, 'can go back in parts. Write an amount up to that'],
    [{ fee: 1_000_000 }, 'or a smaller fee'],
  ])('for %j, with what to write instead', async (wish, text) => {
    const { number } = await bought(shop);
    expect((await refund(number, wish)).said.en).toContain(text);
    expect((await paymentOf(number)).parts_refunded).toBe(0);
  });

  it.each([
    ['１０００', 'Write a whole number in digits'],
    ['-5', 'Write a whole number in digits'],
    ['1,000', 'Write a whole number in digits'],
  ])('by the command line for %s', async (typed, text) => {
    const { folder, remove } = temporaryFolder();
    onTestFinished(remove);
    publishOpsAddress(folder, ops);
    const { err } = await runProgram('server/ops.ts', { DATA_DIR: folder }, 'refund', 'AAAA', `--amount=${typed}`);
    expect(err).toContain(text);
  });

  it('for the number of a part', async () => {
    const { params, number } = await buyTicket(shop, await newSlot(shop), 2);
    const split = { params, body: { option_values: [{ id: 'admission-adult', count: 1 }] } };
    await shop.call('splitTicket', split);
    const tickets = await rowsOf(shop, 'tickets', { order_id: (await rowOf(shop, 'tickets', { number })).order_id });
    const part = tickets.find((ticket) => ticket.number !== number)?.number ?? '';
    expect((await refund(part, { amount: 100 })).said.en).toContain(`the whole order only: ${number}`);
  });

  it.each(['gmo', 'gmo_paypay', 'softbank_credit', 'softbank_paypay', 'softbank_alipay'] as const)(
    'where the provider takes wholes only (%s)',
    async (method) => {
      const order = await orderFor(shop, method);
      const { reservation_number } = await insist(shop, order, method, await tryOf(shop, order, method));
      const answer = await refund(reservation_number, { amount: 100 });
      expect([answer.refused, answer.said.en]).toEqual(['whole_only', expect.stringContaining('provider’s dashboard')]);
    },
  );

  it.each(['stripe', 'alipay'] as const)('but not by %s', async (method) => {
    const order = await orderFor(shop, method);
    const { reservation_number: number } = await insist(shop, order, method, await tryOf(shop, order, method));
    expect(await refund(number, { amount: 100 })).toMatchObject({ isDone: true });
    await expectLeft({ number, token: order.token }, order.price - 100);
  });
});
