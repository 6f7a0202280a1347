import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { isUnmatched } from '#server/operators/commands/cli.ts';
import { watchShop } from '#server/operators/metrics/shop.ts';
import { watchPayments } from '#server/payments/reconcile.ts';
import { changeRows, newSlot, passMinutes, passVisit, rowOf, seatsOf } from './kit/arrange.ts';
import { choiceOf, hold, postToSandbox, readLedger, ready } from './kit/buyer.ts';
import { allNotified } from './kit/every-method.ts';
import { applyCoupon, newCoupon, usesOf } from './kit/extras.ts';
import { reconcileNow } from './kit/money.ts';
import { openOps } from './kit/ops.ts';
import { attemptOf, newOrder, type Order, pay, purchase } from './kit/pay.ts';
import { answerPage, startRedirect } from './kit/redirect.ts';
import { forFile, startWholeShop } from './kit/shop.ts';
import { softbankToken } from './kit/softbank-provider.ts';

/** The provider's daily file confirms payments that so far only a notice reported (`npm run ops -- confirm`). */
const shop = await forFile(startWholeShop({ timeout: 1_200 }));
watchShop(shop.deps.metrics, shop.db);
const ops = await forFile(openOps(shop));
afterEach(async () => {
  shop.logged.length = 0;
  /* Older payments than a comparison reads, so that the next test begins without any. */
  await changeRows(shop, 'payments', {}, { created_at: sql`now() - interval '400 days'`, unconfirmed_since: null });
  await postToSandbox(shop, 'reset', {});
});

const bought = async (wallet = 'softbank_alipay', button = 'success'): Promise<Order> => {
  const order = await newOrder(shop);
  await answerPage(shop, await startRedirect(shop, order, wallet), button);
  if (button === 'success') await allNotified(shop);
  await changeRows(shop, 'payments', {}, { asked_at: sql`asked_at - interval '2 minutes'` });
  return order;
};
const file = async (): Promise<string> => (await fetch(`${shop.sandbox.url}/sandbox/softbank/daily.csv`)).text();
const confirm = async (text: string) => {
  const reply = await ops.run('confirm', { provider: 'softbank', text, days: 3 });
  return { ...reply, isRed: isUnmatched(reply) };
};
const status = async (order: Order) => (await shop.call('getOrder', { params: { token: order.token } })).status;
const daysPass = (days: number) =>
  changeRows(shop, 'payments', {}, { unconfirmed_since: sql`unconfirmed_since - make_interval(days => ${days})` });
const gauge = async (state: string) =>
  new RegExp(`shop_payments\\{site="[\\w-]+",state="${state}"\\} (\\d+)`).exec(
    await shop.deps.metrics.registry.metrics(),
  )?.[1];

describe('an Alipay payment', () => {
  it('has its ticket at once, and is listed until the daily file contains it', async () => {
    const order = await bought();
    expect(await status(order)).toBe('paid');
    const before = await reconcileNow(ops);
    expect(before.rows).toMatchObject([{ kind: 'unconfirmed', owed: order.price, method: 'softbank_alipay' }]);
    expect(before.said.en).toContain('1 not yet confirmed by a daily file');
    expect(before.said.en).toContain('npm run ops -- confirm softbank <file.csv>');
    expect(before.isRed).toBe(false);
    expect(await gauge('unconfirmed')).toBe('1');
    expect(await confirm(await file())).toMatchObject({ rows: 1, confirmed: 1, differences: [], isRed: false });
    expect(await reconcileNow(ops)).toMatchObject({ rows: [], isRed: false });
    expect(await gauge('unconfirmed')).toBeUndefined();
    expect(await confirm(await file())).toMatchObject({ confirmed: 0, known: 1, differences: [], isRed: false });
  });

  it('that is in no file for three days is a difference, an alarm and a metric', async () => {
    const order = await bought();
    await daysPass(2);
    expect((await reconcileNow(ops)).isRed).toBe(false);
    await watchPayments(shop.deps);
    expect(shop.logged.filter(({ event }) => event === 'payments_unmatched')).toEqual([]);
    await daysPass(2);
    const { rows, said, isRed } = await reconcileNow(ops);
    expect(rows).toMatchObject([{ kind: 'differs', owed: order.price, captured: 0 }]);
    expect(said.en).toContain('no daily file has named it within 3 days');
    expect(isRed).toBe(true);
    const without = await confirm((await file()).split('\r\n')[0] ?? '');
    const overdue = [{ method: 'softbank_alipay', amount: order.price }];
    expect(without).toMatchObject({ rows: 0, overdue, isRed: true });
    await watchPayments(shop.deps);
    expect(shop.logged).toContainEqual({ level: 'error', event: 'payments_unmatched', facts: { count: 1 } });
    expect(await gauge('unconfirmed_overdue')).toBe('1');
    expect(await confirm(await file())).toMatchObject({ confirmed: 1, overdue: [], isRed: false });
  });

  it('without a notice is honoured by the file', async () => {
    const order = await bought('softbank_alipay', 'never');
    expect(await status(order)).toBe('open');
    expect(await confirm(await file())).toMatchObject({ late: 1, differences: [], isRed: false });
    expect(await status(order)).toBe('paid');
  });

  it('that was refunded by shop and provider matches', async () => {
    const order = await bought();
    const { order_id } = await attemptOf(shop, order);
    const { reservation_number } = await rowOf(shop, 'orders', { id: order_id });
    expect(await ops.code('refund', { reservation_number })).toBe('refund');
    expect(await confirm(await file())).toMatchObject({ rows: 2, differences: [], isRed: false });
  });
});

/** Money that comes long after the hold (docs/architecture.md#bar-late-payment). */
describe('a payment of which only the file knows, an hour later', () => {
  /** Pays on the provider's page, of which the shop hears nothing; the hold is over then. */
  const late = async (order: Order): Promise<Order> => {
    await answerPage(shop, await startRedirect(shop, order, 'softbank_alipay'), 'never');
    await passMinutes(shop, order.token, 60);
    return order;
  };
  /** Ends the payment, then the hold. */
  const expire = async () => {
    for (const _ of [1, 2]) await shop.sweep();
  };

  it('is honoured where only a hold that is over has its seats and its coupon', async () => {
    const span = await newSlot(shop, { seats: 1 });
    const coupon = await newCoupon(shop, { use_limit: 1 });
    const paid = await late(await ready(shop, span, { coupon }));
    await expire();
    const other = await hold(shop, span);
    await applyCoupon(shop, other.token, coupon);
    await passMinutes(shop, other.token, 30);
    await confirm(await file());
    expect(await status(paid)).toBe('paid');
    expect(await status(other)).toBe('expired');
    expect(await usesOf(shop, coupon)).toBe(1);
  });

  it('is refunded once if another order has replaced its own', async () => {
    const paid = await late(await ready(shop, await newSlot(shop)));
    await expire();
    expect(await status(paid)).toBe('expired');
    const body = { ...choiceOf(await newSlot(shop), 1), replaces: paid.token };
    const { order_token: token, order } = await shop.call('createOrder', { body });
    await purchase(shop, { token, price: order.price });
    for (const _ of [1, 2]) await confirm(await file());
    expect((await attemptOf(shop, paid)).state).toBe('refunded');
    expect(await readLedger(shop, paid.token)).toMatchObject({ charges: 1, refunded: paid.price });
    expect(await readLedger(shop, token)).toMatchObject({ charges: 1, refunded: 0 });
  });

  it.each(['held', 'expired'])('is refunded if the visit of its %s order is over by then', async (state) => {
    const span = await newSlot(shop);
    const paid = await late(await ready(shop, span));
    if (state === 'expired') await expire();
    await passVisit(shop, span);
    expect(await confirm(await file())).toMatchObject({ late: 1, differences: [] });
    expect(await status(paid)).toBe('refunded');
    expect(await readLedger(shop, paid.token)).toMatchObject({ charges: 1, refunded: paid.price });
    expect(await seatsOf(shop, span)).toMatchObject({ held: 0, sold: 0 });
  });
});

describe('a file that does not agree', () => {
  it.each([
    ['no_payment', (text: string) => text.replace(/\n[\da-f-]{36}/, `\n${crypto.randomUUID()}`)],
    ['no_payment', (text: string) => text.replace(/\n[\da-f-]{36}/, '\nORDER-1')],
    ['other_amount', (text: string) => text.replace(/,売上,(\d+)/, ',売上,1$1')],
    ['other_method', (text: string) => text.replace(',alipay,', ',paypay,')],
    ['other_tracking', (text: string) => text.replace(/,\d{14},/, ',00000000000000,')],
    ['not_refunded', (text: string) => text.replace(',売上,', ',返金,')],
  ])('(%s) is listed and confirms nothing', async (problem, change) => {
    await bought();
    const reply = await confirm(change(await file()));
    expect(reply).toMatchObject({ confirmed: 0, differences: [{ line: 2, problem }], isRed: true });
    expect(reply.said.en).toContain('line 2');
    expect(reply.said.ja).toContain('2行目');
    expect((await reconcileNow(ops)).rows).toMatchObject([{ kind: 'unconfirmed' }]);
    expect(shop.logged).toContainEqual({ level: 'error', event: 'payments_file_differs', facts: { count: 1 } });
  });

  it('contains a sale twice', async () => {
    await bought();
    const text = await file();
    const [, row = ''] = text.split('\r\n');
    expect(await confirm(`${text}${row}\r\n`)).toMatchObject({
      confirmed: 1,
      differences: [{ line: 3, problem: 'twice' }],
    });
  });

  it('cannot be read: nothing changes, and the position is reported', async () => {
    await bought();
    const text = (await file()).replace(/,売上,\d+/, ',売上,many');
    const reply = await confirm(text);
    expect(reply).toMatchObject({ status: 400, refused: 'invalid_input' });
    expect(reply.said.en).toContain('Line 2, 金額 "many": whole yen');
    expect((await reconcileNow(ops)).rows).toMatchObject([{ kind: 'unconfirmed' }]);
  });
});

describe('payments that can be looked up', () => {
  it('match the file; an attempt that the shop had given up is polled', async () => {
    const paypay = await bought('softbank_paypay');
    await pay(shop, await newOrder(shop), { method: 'softbank_credit', token: await softbankToken(shop) });
    const lost = await bought('softbank_paypay', 'never');
    const { id } = await attemptOf(shop, lost);
    await changeRows(shop, 'payments', { id }, { state: 'cancelled' });
    expect(await confirm(await file())).toMatchObject({ rows: 3, known: 2, late: 1, differences: [], isRed: false });
    expect([await status(paypay), await status(lost)]).toEqual(['paid', 'paid']);
  });

  it('that only the file contains are not accepted', async () => {
    const order = await newOrder(shop);
    const { fields } = await startRedirect(shop, order, 'softbank_paypay');
    const text = `order_id,tracking_id,pay_method,type,amount\n${fields.order_id},12345678901234,paypay,sale,${order.price}\n`;
    expect(await confirm(text)).toMatchObject({ late: 0, differences: [{ problem: 'not_settled' }], isRed: true });
    expect(await status(order)).toBe('open');
  });
});
