import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { watchPayments } from '#server/payments/reconcile.ts';
import { yenDigits } from '#src/domain/money.ts';
import { type Method, methods } from '#src/domain/payment.ts';
import { sampled } from '#test/tools/sample.ts';
import { changeRows, olderPayments, rowOf } from './kit/arrange.ts';
import { clearFaults, setFault } from './kit/buyer.ts';
import { allNotified, type Bought, orderFor, payUntilPaid } from './kit/every-method.ts';
import { reconcileNow } from './kit/money.ts';
import { openOps } from './kit/ops.ts';
import { attemptOf } from './kit/pay.ts';
import { forFile, startWholeShop } from './kit/shop.ts';

/** Our orders compared with the providers' ledgers (`npm run ops -- reconcile`), for every provider. */
const shop = await forFile(startWholeShop({ timeout: 1_200 }));
const ops = await forFile(openOps(shop));
afterEach(async () => {
  await clearFaults(shop);
  shop.logged.length = 0;
});

/** An order that was bought some minutes ago. */
const bought = async (method: Method): Promise<Bought & { id: string; price: number }> => {
  const order = await orderFor(shop, method);
  await payUntilPaid(shop, order, method);
  await allNotified(shop);
  const { order_id: id } = await attemptOf(shop, order);
  return { ...order, id };
};

/** Makes all payments two minutes older. */
const pass = () => changeRows(shop, 'payments', {}, olderPayments(sql`interval '2 minutes'`));

/** The command's report on one order; null if it matches. */
const reportOn = async (id: string) => {
  const { rows, ...report } = await reconcileNow(ops);
  return { row: rows.find(({ order }) => order === id) ?? null, ...report };
};
const comparable = methods.filter((method) => method !== 'free' && method !== 'softbank_alipay');
/** How a method's provider is asked for its ledger; of the methods asked in one way, one is drawn. */
const ways: Record<(typeof comparable)[number], string> = {
  stripe: 'intents',
  stripe_secure: 'intents',
  alipay: 'intents',
  gmo: 'gmo cards',
  gmo_paypay: 'gmo wallets',
  softbank_credit: 'softbank cards',
  softbank_paypay: 'softbank wallets',
};
const ledgers = [...Map.groupBy(comparable, (method) => ways[method]).values()];

/** Moves earlier payments out of the report's range, so that each case is independent. */
const forget = () =>
  changeRows(shop, 'payments', {}, { created_at: sql`now() - interval '400 days'`, state: 'declined' });

describe.each(sampled('ledgers', ledgers))('by %s', (method) => {
  afterEach(forget);

  it('a payment that is paid, and then refunded, on both sides matches', async () => {
    const { id, price } = await bought(method);
    await pass();
    const sum = { en: expect.stringMatching(`${yenDigits(price)} held by our books; differences: ¥0\\.$`) };
    expect(await reportOn(id)).toMatchObject({ row: null, isRed: false, said: sum });
    const { reservation_number } = await rowOf(shop, 'orders', { id });
    expect(await ops.code('refund', { reservation_number })).toBe('refund');
    await pass();
    expect(await reportOn(id)).toMatchObject({ row: null });
  });

  it('a charge that the shop does not know is a difference', async () => {
    const { id, price } = await bought(method);
    await changeRows(shop, 'payments', { order_id: id }, { state: 'cancelled' });
    await pass();
    const { row, said, isRed } = await reportOn(id);
    expect(row).toMatchObject({ kind: 'differs', owed: 0, captured: price, refunded: 0, attempts: ['cancelled'] });
    expect(said.en).toContain('Give it back at the provider.');
    expect(said.en).toMatch(new RegExp(`¥0 held by our books; differences: ¥${yenDigits(price)}\\.$`));
    expect(said.ja).toContain('決済会社の管理画面で返金してください。');
    expect(isRed).toBe(true);
  });

  it('a refund that the shop does not know is a difference', async () => {
    const order = await bought(method);
    const attempt = await attemptOf(shop, order);
    expect(await shop.deps.payments[method]?.refund(attempt, 'borderless')).toBe(true);
    await pass();
    const { row, said } = await reportOn(order.id);
    expect(row).toMatchObject({ kind: 'differs', owed: order.price, attempts: ['paid'] });
    expect(Number(row?.captured) - Number(row?.refunded)).toBe(0);
    expect(said.en).toContain('are missing: never taken, or given back at the provider.');
  });

  it('a payment the provider never had is a difference', async () => {
    const { id, price } = await bought(method);
    const data = JSON.stringify({ tracking: '99999999999999', transaction: 'X' });
    for (const table of ['return_references', 'ledger'] as const) await shop.db.deleteFrom(table).execute();
    await changeRows(
      shop,
      'payments',
      { order_id: id },
      { id: crypto.randomUUID(), provider_id: `pi_${crypto.randomUUID()}`, data },
    );
    await pass();
    expect((await reportOn(id)).row).toMatchObject({ kind: 'differs', owed: price, captured: 0, refunded: 0 });
  });

  it('a provider that does not respond leaves the order unmatched and the result red', async () => {
    const { id } = await bought(method);
    await pass();
    await setFault(shop, { route: '*', fault: 'unavailable', times: 99 });
    const { row, said, isRed } = await reportOn(id);
    expect(row).toMatchObject({ kind: 'silence' });
    expect(said.en).toContain('The provider did not answer.');
    expect(isRed).toBe(true);
  });
});

describe('the comparison', () => {
  afterEach(forget);

  it('reports that an unpaid wallet that cannot be looked up needs a manual check', async () => {
    const { id } = await bought('softbank_alipay');
    await changeRows(shop, 'payments', { order_id: id }, { state: 'cancelled', unconfirmed_since: null });
    await pass();
    const { row, said, isRed } = await reportOn(id);
    expect(row).toMatchObject({ kind: 'unaskable', method: 'softbank_alipay' });
    expect(said.en).toContain("Compare the amount with the provider's own list of payments.");
    expect(isRed).toBe(false);
  });

  it('omits payments younger than a minute, and older than the requested days', async () => {
    const { id } = await bought('stripe');
    await changeRows(shop, 'payments', { order_id: id }, { state: 'cancelled' });
    expect((await reportOn(id)).row).toBeNull();
    await pass();
    await changeRows(shop, 'payments', { order_id: id }, { created_at: sql`now() - interval '3 days'` });
    expect((await reconcileNow(ops, { days: 2 })).rows).toEqual([]);
    expect((await reconcileNow(ops, { days: 4 })).rows).toHaveLength(1);
  });

  it('counts a pending refund as a difference until it is done', async () => {
    const order = await bought('stripe_secure');
    await setFault(shop, { route: 'refunds.create', fault: 'unavailable', times: 9 });
    await changeRows(shop, 'payments', { order_id: order.id }, { state: 'refund_due' });
    await pass();
    const { row, said } = await reportOn(order.id);
    expect(row).toMatchObject({ kind: 'differs', owed: 0, captured: order.price, attempts: ['refund_due'] });
    expect(said.en).toContain('are due back.');
    await watchPayments(shop.deps);
    expect(shop.logged).toContainEqual({ level: 'error', event: 'payments_unmatched', facts: { count: 1 } });
  });

  it.each(['cancelled', 'declined'] as const)('settles money whose notice was lost after it was %s', async (ended) => {
    const { id } = await bought('gmo_paypay');
    await changeRows(shop, 'payments', { order_id: id }, { state: ended });
    await changeRows(shop, 'orders', { id }, { status: 'cancelled' });
    await pass();
    await watchPayments(shop.deps);
    expect(shop.logged.filter(({ event }) => event === 'payments_unmatched')).toEqual([]);
    const { state } = await rowOf(shop, 'payments', { order_id: id });
    expect(state).toBe('refunded');
    expect((await reportOn(id)).row).toBeNull();
  });
});
