import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { watchPayments } from '#server/payments/reconcile.ts';
import { langs } from '#src/domain/lang.ts';
import { sampled } from '#test/tools/sample.ts';
import { buyTicket, changeRows, newSlot, olderPayments, rowOf, rowsOf } from './kit/arrange.ts';
import { clearFaults, newKey, readLedger, setFault } from './kit/buyer.ts';
import { allNotified, orderFor, payUntilPaid } from './kit/every-method.ts';
import { bought } from './kit/extras.ts';
import { newAddress, newestMail, renderMail } from './kit/mails.ts';
import { dispute, endRefund, paymentOf, reconcileNow } from './kit/money.ts';
import { openOps, readMailKinds } from './kit/ops.ts';
import { forFile, startWholeShop } from './kit/shop.ts';

/** Money that moves at the provider after the shop's own row is final (docs/payments.md#money-that-moves-afterwards). */
const shop = await forFile(startWholeShop({ timeout: 1_200 }));
const ops = await forFile(openOps(shop));
/* The payments of one test are final and too old to be compared in the next. */
afterEach(async () => {
  const created_at = sql<Date>`now() - interval '900 days'`;
  await changeRows(shop, 'payments', {}, { state: 'declined', alarm: null, created_at });
  shop.logged.length = 0;
});

/** Everything becomes older by so many days. */
const passDays = (days: number) => changeRows(shop, 'payments', {}, olderPayments(sql`make_interval(days => ${days})`));
const alarms = () => shop.logged.filter(({ event }) => event === 'payment_alarm').map(({ facts }) => facts);

/** The row that `reconcile` lists about an order, and its whole text. */
const reconciled = async (number: string) => {
  const { rows, said } = await reconcileNow(ops);
  return { row: rows.find((one) => one.number === number) ?? null, said: said.en };
};
const found = async (number: string) => (await ops.run('find', { text: number })).said.en;

describe('a refund that fails at the bank days later', () => {
  it.each(['pending', 'succeeded'])('is an alarm, is due again and needs a person (%s at first)', async (first) => {
    const { number, price, email } = await bought(shop);
    if (first === 'pending') await setFault(shop, { route: 'refunds.create', fault: 'processing' });
    expect(await ops.run('refund', { reservation_number: number })).toMatchObject({ isDone: true });
    await allNotified(shop);
    await passDays(40);
    await shop.sweep();
    expect([alarms(), (await reconciled(number)).row]).toEqual([[], null]);
    await endRefund(shop, 'failed');
    await shop.sweep();
    expect(alarms()).toEqual([{ order: expect.any(String), number, alarm: 'refund_failed', code: '' }]);
    const { row, said } = await reconciled(number);
    expect(row).toMatchObject({ captured: price, refunded: 0, attempts: ['refund_due'] });
    expect(said).toContain('The bank could not give the money back');
    expect(await found(number)).toContain('refund_due: refund_failed');
    await shop.sweep();
    expect(alarms()).toHaveLength(1);
    expect((await paymentOf(shop, number)).state).toBe('refund_due');

    expect(await ops.run('refund', { reservation_number: number })).toMatchObject({ isDone: true });
    await passDays(1);
    expect((await reconciled(number)).row).toBeNull();
    expect(await readMailKinds(shop, email)).toEqual(['completed', 'refunded', 'refunded']);
  });

  it('is noticed also when its notice is lost', async () => {
    const { number } = await bought(shop);
    await ops.run('refund', { reservation_number: number });
    await setFault(shop, { route: 'webhooks', fault: 'lost', times: 2 });
    await endRefund(shop, 'failed');
    await passDays(40);
    await watchPayments(shop.deps);
    expect(alarms()).toMatchObject([{ number, alarm: 'refund_failed' }]);
  });

  it('was never called done: mail and page say that the money is on its way', async () => {
    const { number, email } = await bought(shop);
    await setFault(shop, { route: 'refunds.create', fault: 'processing' });
    await ops.run('refund', { reservation_number: number });
    const row = await rowOf(shop, 'outbox', { id: await newestMail(shop, 'refunded', email) });
    for (const lang of langs) {
      const { subject, lead } = (await renderMail(shop.deps, { ...row, lang })) ?? {};
      expect(`${subject} ${lead}`).not.toMatch(
        /has been refunded|have refunded|返金いたしました|환불했습니다|已退款|已为您退款|已退還/,
      );
    }
  });
});

/** Methods of each provider; reconcile.test.ts proves the ledger of every one. */
const someMethods = sampled('money moved in a dashboard', [
  ['stripe_secure'],
  ['gmo', 'gmo_paypay'],
  ['softbank_credit', 'softbank_paypay'],
] as const);

it.each(someMethods)(
  'money that a person moves in the provider’s dashboard is noticed at an order of any age, and `refund` writes it down (%s)',
  async (method) => {
    const order = await orderFor(shop, method);
    const { reservation_number: number } = await payUntilPaid(shop, order, method);
    await allNotified(shop);
    await passDays(200);
    await watchPayments(shop.deps);
    expect(alarms()).toEqual([]);
    expect(await shop.deps.payments[method]?.refund(await paymentOf(shop, number), 'borderless')).toBe(true);
    await allNotified(shop);
    await changeRows(shop, 'payments', {}, { compared_at: null });
    await watchPayments(shop.deps);
    expect(alarms()).toMatchObject([{ number, alarm: 'money_missing' }]);
    const { row, said } = await reconciled(number);
    expect(row).toMatchObject({ owed: order.price, attempts: ['paid'] });
    expect(said).toContain('npm run ops -- refund');
    expect(await ops.run('refund', { reservation_number: number })).toMatchObject({ isDone: true });
    await passDays(1);
    expect((await reconciled(number)).row).toBeNull();
  },
);

describe('a part that a person gives back in the provider’s dashboard', () => {
  const giveBack = async (number: string, amount: number) => {
    const [attempt, id] = [await paymentOf(shop, number), newKey()];
    expect(await shop.deps.payments.stripe_secure?.refundPart?.(attempt, { id, amount }, 'borderless')).toBe(true);
    await allNotified(shop);
    await passDays(1);
    await changeRows(shop, 'payments', {}, { compared_at: null });
  };

  it.each([
    ['its notice', () => shop.sweep()],
    ['the hourly comparison', () => watchPayments(shop.deps)],
    ['reconcile, which lists it once', () => ops.run('reconcile', {})],
  ])('is written down once, with a mail, by %s', async (by, notice) => {
    const { number, price, email } = await bought(shop);
    /* The last one leaves nothing: a person ends the tickets. */
    for (const part of [300, 200, price - 500]) {
      if (by !== 'its notice') await setFault(shop, { route: 'webhooks', fault: 'lost', times: 2 });
      await giveBack(number, part);
      await Promise.all([notice(), notice()]);
      await shop.sweep();
      await clearFaults(shop);
    }
    const lines = await rowsOf(shop, 'ledger', { payment_id: (await paymentOf(shop, number)).id });
    expect(lines.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([-300, -200, price]);
    expect(await readMailKinds(shop, email)).toEqual(['completed', 'part_refunded', 'part_refunded']);
    expect(alarms()).toMatchObject([{ alarm: 'money_missing' }]);
  });
});

describe('a dispute', () => {
  it('is an alarm until the shop wins it', async () => {
    const { number, price } = await bought(shop);
    await passDays(90);
    await dispute(shop, number, 'needs_response');
    await shop.sweep();
    expect(alarms()).toMatchObject([{ number, alarm: 'disputed' }]);
    const { row, said } = await reconciled(number);
    expect(row).toMatchObject({ kind: 'disputed', owed: price });
    expect(said).toContain('Answer the dispute');
    await dispute(shop, number, 'won');
    await shop.sweep();
    expect((await reconciled(number)).row).toBeNull();
    expect((await paymentOf(shop, number)).alarm).toBeNull();
  });

  it('is an alarm also when the provider is away for a round, and is asked for once a minute until then', async () => {
    const { number } = await bought(shop);
    await passDays(90);
    await watchPayments(shop.deps);
    await dispute(shop, number, 'needs_response');
    await setFault(shop, { route: '*', fault: 'error500', times: 1_000 });
    await shop.sweep();
    await clearFaults(shop);
    await shop.sweep();
    expect([alarms(), (await paymentOf(shop, number)).compare_wanted_at]).toEqual([[], expect.any(Date)]);
    await changeRows(shop, 'payments', {}, { compared_at: sql`compared_at - interval '1 minute'` });
    await shop.sweep();
    expect(alarms()).toMatchObject([{ number, alarm: 'disputed' }]);
    expect((await paymentOf(shop, number)).compare_wanted_at).toBeNull();
  });

  it('that is lost is money given back', async () => {
    const { number, token } = await bought(shop);
    await passDays(90);
    await dispute(shop, number, 'lost');
    await shop.sweep();
    expect(alarms()).toMatchObject([{ number, alarm: 'money_missing' }]);
    expect(await ops.run('refund', { reservation_number: number })).toMatchObject({ isDone: true });
    expect(await readLedger(shop, token)).toMatchObject({ refunded: 0 });
  });
});

describe('a refund that the provider refuses for good', () => {
  it('is named when a slot is called off', async () => {
    const slot = await newSlot(shop);
    const [{ number, order }, other] = [await buyTicket(shop, slot), await buyTicket(shop, slot, { adults: 2 })];
    await dispute(shop, number, 'needs_response');
    const { captured: refused } = await readLedger(shop, order);
    const answer = await ops.run('call-off', { site: 'borderless', slot, refund: 'all' });
    expect(answer).toMatchObject({ orders: 2, people: 3, refusals: [number] });
    expect(answer.amount).toBe(refused + (await readLedger(shop, other.order)).refunded);
    expect(answer.said.en).toContain(`refuses to pay back: ${number}`);
  });

  it('is not repeated, names its order, and the holder learns that the ticket ended', async () => {
    const email = newAddress();
    const { number, order: token, price } = await buyTicket(shop, await newSlot(shop), { email });
    await allNotified(shop);
    await dispute(shop, number, 'needs_response');
    const answer = await ops.run('refund', { reservation_number: number });
    expect(answer).toMatchObject({ done: 'refund', isDone: false, refusal: 'charge_disputed' });
    expect(answer.said.en).toContain('refuses');
    expect(answer.said.en).not.toContain('asks again by itself');
    expect(alarms()).toMatchObject([{ number, alarm: 'refund_refused', code: 'charge_disputed' }]);
    expect(await readMailKinds(shop, email)).toEqual(['completed', 'cancelled']);
    const before = shop.logged.filter(({ event }) => event === 'stripe_failed').length;
    await shop.sweep();
    await shop.sweep();
    expect(shop.logged.filter(({ event }) => event === 'stripe_failed')).toHaveLength(before);
    await passDays(300);
    expect((await reconciled(number)).said).toContain('charge_disputed');
    expect(await found(number)).toContain('refund_due: refund_refused (charge_disputed)');

    await dispute(shop, number, 'won');
    expect(await ops.run('refund', { reservation_number: number })).toMatchObject({ isDone: true });
    expect(await readLedger(shop, token)).toMatchObject({ captured: price, refunded: price });
    expect(await readMailKinds(shop, email)).toEqual(['completed', 'cancelled', 'refunded']);
  });

  it('is done when a person gives the money back at the provider', async () => {
    const { number } = await bought(shop);
    await dispute(shop, number, 'needs_response');
    await ops.run('refund', { reservation_number: number });
    await passDays(30);
    await dispute(shop, number, 'lost');
    await shop.sweep();
    expect((await paymentOf(shop, number)).state).toBe('refunded');
    expect((await reconciled(number)).row).toBeNull();
  });
});
