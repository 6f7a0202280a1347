import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { readCsv } from '#server/core/csv.ts';
import { addDays, venueDay } from '#src/domain/dates.ts';
import { taxInside } from '#src/domain/money.ts';
import { randomly } from '#test/tools/sample.ts';
import { buyTicket, changeRows, newSlot, rowsOf } from './kit/arrange.ts';
import { ledgerAt, ready } from './kit/buyer.ts';
import { booklet, bought, newCoupon } from './kit/extras.ts';
import { newAddress } from './kit/mails.ts';
import { paymentOf } from './kit/money.ts';
import { callOperator, makeToken, openOps, runOps } from './kit/ops.ts';
import { answerChallenge, challenge, confirm, purchase } from './kit/pay.ts';
import { forFile, startShop } from './kit/shop.ts';

const site = 'borderless';
const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));
const { token } = await makeToken(ops, site, 'read');

const today = venueDay(Date.now());
/* A run may pass midnight. */
const now = { from: addDays(today, -1), to: addDays(today, 1) };

/** The lines of a table, by the names in its first one, before which the mark of UTF-8 stands. */
const linesIn = (csv: unknown) => {
  const [head = ''] = String(csv).split('\r\n', 1);
  const columns = head.slice(1).split(',');
  return readCsv(String(csv), Object.fromEntries(columns.map((name) => [name, [name]]))).rows.map((row) => row.values);
};

/** The lines of days, by HTTP. */
const sales = async (days: object = now) => linesIn((await callOperator(shop, 'sales', days, { token })).body.csv);
const linesOf = async (number: string, days: object = now) =>
  (await sales(days)).filter(({ order_number }) => order_number === number);
const grossOf = (lines: ReturnType<typeof linesIn>, ...kinds: string[]) =>
  lines.filter(({ kind = '' }) => kinds.includes(kind)).reduce((sum, { gross }) => sum + Number(gross), 0);
const refund = (number: string) => ops.run('refund', { reservation_number: number });

/** Buys for two adults and a child with a coupon, at a time with a surcharge. */
const buyDearer = async (slot: string) => {
  const coupon = await newCoupon(shop, { amount: 1000 });
  return { ...(await buyTicket(shop, slot, { adults: 2, children: 1, coupon })), coupon };
};

/** Money for an order that was called off meanwhile, which goes back. */
const payTooLate = async () => {
  const slot = await newSlot(shop);
  const { payment_intent_id: id, client_secret: secret } = await challenge(shop, await ready(shop, slot));
  await ops.run('call-off', { site, slot, refund: 'all' });
  await answerChallenge(shop, id, secret, 'complete');
  await confirm(shop, id);
  await shop.sandbox.sandbox.webhooks.settled();
  await shop.sweep();
  return id;
};

/** Purchases, and acts that begin with one. */
const acts = {
  surcharge: async () => buyDearer(await newSlot(shop, { surcharge: 300 })),
  coupon: () => bought(shop),
  free: async () => {
    const order = await ready(shop, await newSlot(shop), { coupon: 'FULLFREE', email: newAddress() });
    await purchase(shop, order, { method: 'free' });
  },
  refund: async () => refund((await bought(shop)).number),
  part: async () => ops.run('refund', { reservation_number: (await bought(shop)).number, amount: 700 }),
  people: async () => {
    const { number } = await buyTicket(shop, await newSlot(shop, { surcharge: 300 }), { adults: 2 });
    for (const people of ['adult:1', 'Adult:1']) await ops.run('refund', { reservation_number: number, people });
  },
  extra: async () => ops.run('refund', { reservation_number: (await bought(shop)).number, sets: `${booklet}:1` }),
  fee: async () => ops.run('refund', { reservation_number: (await bought(shop)).number, fee: 500 }),
  cancel: async () => ops.run('cancel', { reservation_number: (await bought(shop)).number }),
  callOff: async () => {
    const slot = await newSlot(shop);
    for (const adults of [1, 3]) await buyTicket(shop, slot, { adults });
    await ops.run('call-off', { site, slot, refund: 'all' });
  },
  late: payTooLate,
};

describe('the lines of sales', () => {
  it('are equal to our payments and to the provider’s ledger to the yen, whatever was done', async () => {
    const steps = fc.array(fc.constantFrom(...Object.values(acts)), { minLength: 3, maxLength: 8 });
    const play = fc.asyncProperty(steps, async (chosen) => {
      const before = await sales();
      for (const act of chosen) await act();
      const lines = await sales();
      expect(lines.slice(0, before.length)).toEqual(before);
      const theirs = Object.values(await ledgerAt(shop.sandbox.url));
      const ours = await rowsOf(shop, 'payments', { state: 'paid' });
      const [taken, back] = [grossOf(lines, 'sale', 'late'), grossOf(lines, 'refund', 'returned')];
      expect({ taken, back, left: taken + back }).toEqual({
        taken: theirs.reduce((sum, { captured }) => sum + captured, 0),
        back: 0 - theirs.reduce((sum, { refunded }) => sum + refunded, 0),
        left: ours.reduce((sum, { amount, parts_refunded }) => sum + amount - parts_refunded, 0),
      });
      for (const { gross, net, tax } of lines) expect(Number(net) + Number(tax)).toBe(Number(gross));
    });
    await fc.assert(play, { ...randomly('Sequences of sales', 40, 4), endOnFailure: true });
  });

  it('have the figures of the receipt, the surcharge as it was, and texts that are no formulas', async () => {
    const slot = await newSlot(shop, { surcharge: 300 });
    const { number, params, price, coupon } = await buyDearer(slot);
    await changeRows(shop, 'time_spans', { site, id: slot }, { surcharge: 0 });
    await changeRows(shop, 'product_options', { site, id: 'admission-adult' }, { add_cost: sql`add_cost + 100` });
    await changeRows(shop, 'coupons', { site, code: coupon }, { code: '=夏"1+1' });
    const receipt = await shop.call('getReceipt', { params });
    const tax = taxInside(price, 10);
    expect(receipt.taxes).toEqual([{ rate: 10, amount: price, tax }]);
    const { provider_id } = await paymentOf(shop, number);
    const facts = { site, receipt_number: receipt.number, coupon: `'=夏"1+1`, provider_id };
    const yen = (sign: string) => ({
      ...{ gross: `${sign}${price}`, net: `${sign}${price - tax}`, tax: `${sign}${tax}` },
      ...{ payment_method: 'stripe_secure', tax_rate: '10', coupon_yen: `${sign}1000`, surcharge_yen: `${sign}900` },
    });
    await refund(number);
    expect(await linesOf(number)).toMatchObject([
      { ...facts, kind: 'sale', ...yen('') },
      { ...facts, kind: 'refund', ...yen('-') },
    ]);
    const csv = String((await ops.run('sales', { ...now, site })).csv);
    expect([csv.slice(0, 6), csv.includes(`,-${price},-`), csv.at(-1)]).toEqual(['\uFEFFdate,', true, '\n']);
  });

  it('have the tax of a part that went back, and no coupon', async () => {
    const { number } = await bought(shop);
    await ops.run('refund', { reservation_number: number, amount: 1000 });
    const part = { kind: 'refund', gross: '-1000', net: '-910', tax: '-90', coupon_yen: '0', surcharge_yen: '0' };
    expect((await linesOf(number)).slice(1)).toMatchObject([part]);
  });

  it('say so when money came too late: it has no receipt and no tax', async () => {
    const id = await payTooLate();
    const none = { order_number: '', receipt_number: '', tax_rate: '', tax: '0', coupon_yen: '0', surcharge_yen: '0' };
    expect((await sales()).filter(({ provider_id }) => provider_id === id)).toMatchObject([
      { ...none, kind: 'late', gross: '3900', net: '3900' },
      { ...none, kind: 'returned', gross: '-3900', net: '-3900' },
    ]);
  });

  it('stand on the venue’s day on which the money moved, and come in pages', async () => {
    const { number } = await bought(shop);
    await refund(number);
    const { id: payment_id } = await paymentOf(shop, number);
    await changeRows(shop, 'ledger', { payment_id, kind: 'sale' }, { at: '2026-03-05T23:59:59.999+09:00' });
    await changeRows(shop, 'ledger', { payment_id, kind: 'refund' }, { at: '2026-03-06T00:00:00+09:00' });
    const days = { from: '2026-03-05', to: '2026-03-06' };
    const [sale, back] = await linesOf(number, days);
    expect([sale?.date, back?.date]).toEqual(['2026-03-05 23:59:59', '2026-03-06 00:00:00']);
    expect(await linesOf(number, { ...days, to: days.from })).toEqual([sale]);
    expect(await linesOf(number, { ...days, from: days.to })).toEqual([back]);
    expect((await ops.run('sales', { ...days, site: 'lab-exhibition' })).count).toBe(0);
    await sql`insert into ledger select ${payment_id}, ${site}, 'sale', 1, timestamptz '2026-03-06 00:00+09' + n * interval '1 second'
      from generate_series(1, 10000) as n`.execute(shop.db);
    const range = ['--from', days.from, '--to', days.to];
    const { out, err } = await runOps(ops, 'sales', ...range);
    expect(err).toContain('10002 lines');
    const lines = linesIn(out);
    expect([new Set(lines.map(({ date }) => date)).size, grossOf(lines, 'sale', 'refund')]).toEqual([10_002, 10_000]);
  });

  it.each([
    [{ from: today, to: now.from }, 'write the earlier day as from'],
    [{ from: '2026-02-30', to: '2026-03-01' }, 'from: must be a day that exists'],
    [{ from: now.to, to: now.to }, 'Write a day that has begun.'],
    [{ from: '2024-01-01', to: '2025-01-01' }, 'to: More than 366 days: write at most 2024-12-31'],
    [{ from: today, to: '2999-12-31' }, 'to: More than 366 days'],
    [{ from: today }, 'to: is missing'],
    [{ ...now, site: 'mars' }, 'site: mars is not among the sites'],
    [{ ...now, after: 'x' }, 'after: must be `next` of the reply before'],
  ])('are refused for %j, with what to write instead', async (days, why) => {
    const { status, said } = await ops.run('sales', days);
    expect([status, said.en]).toEqual([400, expect.stringContaining(why)]);
  });
});
