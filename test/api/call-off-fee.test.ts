import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { reconcile } from '#server/payments/reconcile.ts';
import { venueDay } from '#src/domain/dates.ts';
import { ReceiptSchema } from '#src/domain/receipt.ts';
import { buyTicket, newSlot } from './kit/arrange.ts';
import { newKey, readLedger, ready } from './kit/buyer.ts';
import { insist, tryOf } from './kit/every-method.ts';
import { renderLatestMail } from './kit/mails.ts';
import { openOps } from './kit/ops.ts';
import { everything } from './kit/retained.ts';
import { forFile, startWholeShop } from './kit/shop.ts';

const shop = await forFile(startWholeShop({ timeout: 400 }));
const ops = await forFile(openOps(shop));
const site = 'borderless';
const callOff = (input: object) => ops.run('call-off', { site, ...input });

const sales = async () => {
  const today = venueDay(Date.now());
  return Number((await ops.run('sales', { site, from: today, to: today })).back);
};

describe('a slot that is called off less a fee', () => {
  it('pays each order back but the fee, as a dry run says; receipt, books and mail have what was kept', async () => {
    const slot = await newSlot(shop);
    const mail = `fee-${newKey()}@visitor.example`;
    const [large, small] = [await buyTicket(shop, slot, 3, 0, mail), await buyTicket(shop, slot, 1)];
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
    const order = { ...(await ready(shop, span, 1)), span };
    const { reservation_number: number } = await insist(shop, order, 'gmo', await tryOf(shop, order, 'gmo'));
    expect(await callOff({ slot: span, refund: 'all', fee: 100 })).toMatchObject({
      amount: 0,
      left: [{ number, people: 1, why: 'whole_only' }],
    });
    expect(await callOff({ slot: span, refund: 'all' })).toMatchObject({ amount: order.price, left: [] });
    expect((await callOff({ slot: span, refund: 'none', fee: 100 })).refused).toBe('invalid_input');
  });

  it('keeps no more than was paid', async () => {
    const slot = await newSlot(shop);
    const { number, order } = await buyTicket(shop, slot, 1);
    const { captured } = await readLedger(shop, order);
    expect(await callOff({ slot, refund: 'all', fee: captured + 1 })).toMatchObject({
      people: 1,
      amount: 0,
      kept: captured,
    });
    expect((await ops.run('find', { text: number })).orders).toMatchObject([{ status: 'cancelled', money: 'paid' }]);
  });
});
