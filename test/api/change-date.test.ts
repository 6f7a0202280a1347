import { describe, expect, it } from 'vitest';
import { customer, hold, newKey, purchase, ready, tomorrow } from './kit/buyer.ts';
import { applyCoupon, booklet, newCoupon, setStock, stockSets } from './kit/extras.ts';
import { forFile } from './kit/for-file.ts';
import { adults, boughtBy, buyTicket, mailedTo, paramsOf, ticketOf } from './kit/holder.ts';
import { bought } from './kit/parts.ts';
import { changeRows } from './kit/rows.ts';
import { problemOf, startShop } from './kit/shop.ts';
import { newSlot } from './kit/slot.ts';
import { changeSlot, leaveSeats, passMinutes, seatsOf } from './kit/time.ts';

const shop = await forFile(startShop());

const slot = (surcharge = 0) => newSlot(shop, { surcharge });
const move = (params: Record<string, string>, time_span_id: string, key = newKey()) =>
  shop.send('changeDate', { params, body: { time_span_id }, key });
const moved = async (params: Record<string, string>, time_span_id: string) =>
  shop.call('changeDate', { params, body: { time_span_id } });
const sold = async (...spans: string[]) => Promise.all(spans.map(async (span) => (await seatsOf(shop, span)).sold));

describe('another date', () => {
  it('is a complete new ticket with the same number; the old link shows only its state', async () => {
    const [from, to] = [await slot(), await slot()];
    const holder = await buyTicket(shop, from, 2, 1);
    const old = await ticketOf(shop, holder.params.reservation_token);
    const child = await shop.call('splitTicket', { params: holder.params, body: { option_values: adults(1) } });
    const before = await sold(from, to);
    const { reservation_token } = await moved(holder.params, to);
    expect(await sold(from, to)).toEqual([(before[0] ?? 0) - 2, (before[1] ?? 0) + 2]);

    const now = await ticketOf(shop, reservation_token);
    expect(now).toMatchObject({ state: 'valid', quantity: 2, time_span_id: to, reservation_number: holder.number });
    expect(now.entry_code).not.toBe(old.entry_code);
    expect(now.children.map((part) => part.reservation_token)).toEqual([child.reservation_token]);
    expect((await ticketOf(shop, child.reservation_token)).time_span_id).toBe(from);
    const oldTicket = await ticketOf(shop, holder.params.reservation_token);
    expect(oldTicket).toMatchObject({ state: 'changed', entry_code: '', people: [], children: [], time_span_id: from });
    expect(await mailedTo(shop, customer.email)).toBe(reservation_token);
    expect(await boughtBy(shop, holder.order)).toEqual({ reservation_number: holder.number, reservation_token });
    expect((await shop.call('getReceipt', { params: paramsOf(reservation_token) })).reservation_from).toBe(
      now.reservation_from,
    );
    expect(problemOf(await shop.send('getReceipt', { params: holder.params }))).toMatchObject({ detail: 'changed' });
  });

  it('may be cheaper, without a refund, and may then cost again what was paid', async () => {
    const [dear, cheap, back] = [await slot(500), await slot(0), await slot(500)];
    const { params } = await buyTicket(shop, dear);
    const { price } = await ticketOf(shop, params.reservation_token);
    const first = await moved(params, cheap);
    expect((await ticketOf(shop, first.reservation_token)).price).toBe(price);
    const second = await moved(paramsOf(first.reservation_token), back);
    expect((await ticketOf(shop, second.reservation_token)).time_span_id).toBe(back);
  });

  it('costs nothing more for free admissions', async () => {
    const [from, to] = [await slot(300), await slot(300)];
    const child = shop.db.updateTable('product_options').where('id', '=', 'admission-child');
    await child.set({ add_cost: 0 }).execute();
    const { params } = await buyTicket(shop, from, 1, 2);
    const { status } = await move(params, to);
    const { price } = await ticketOf(shop, params.reservation_token);
    await child.set({ add_cost: 1500 }).execute();
    expect([status, price]).toEqual([200, 0]);
  });

  it('keeps the set products of the buyer', async () => {
    const to = await slot();
    const { params, span: from } = await bought(shop);
    const { reservation_token } = await moved(params, to);
    expect(await setStock(shop, from, booklet)).toEqual({ held: 0, sold: 0 });
    expect(await setStock(shop, to, booklet)).toEqual({ held: 0, sold: 2 });
    await stockSets(shop, from, booklet, 1);
    expect(problemOf(await move(paramsOf(reservation_token), from)).code).toBe('seat_reserve_error');
    const now = await ticketOf(shop, reservation_token);
    expect(now.time_span_id).toBe(to);
    expect(now.set_products).toMatchObject([{ id: booklet, quantity: 2, add_cost: 1200 }]);
    expect((await ticketOf(shop, params.reservation_token)).set_products).toEqual([]);
  });
});

describe('is rejected, and nothing changes, for', () => {
  const refused = async (params: { reservation_token: string }, to: string) => {
    const problem = problemOf(await move(params, to));
    expect(await ticketOf(shop, params.reservation_token)).toMatchObject({ quantity: 2 });
    return problem;
  };

  it('a date without stock, one of another product, and its own', async () => {
    const from = await slot();
    const { params } = await buyTicket(shop, from);
    const none = await slot();
    await changeSlot(shop, none, { capacity: 0, sold: 0 });
    for (const to of [none, 'walk-season', 'admission-none'])
      expect(await refused(params, to)).toMatchObject({ code: 'product_change_date_error', fields: ['time_span_id'] });
    expect(await refused(params, from)).toMatchObject({ code: 'invalid_input', fields: ['time_span_id'] });
  });

  it('a date not on sale, or of a product that is not', async () => {
    const { params } = await buyTicket(shop, await slot());
    const to = await slot();
    await changeRows(shop, 'time_spans', { id: to, site: 'borderless' }, { sale_to: new Date(0) });
    expect((await refused(params, to)).code).toBe('ticket_not_on_sale');
  });

  it('a date with too few seats; seats of expired holds count as free', async () => {
    const { params } = await buyTicket(shop, await slot());
    const to = await slot();
    const other = await hold(shop, to, 2);
    await leaveSeats(shop, to, 1);
    expect((await refused(params, to)).code).toBe('seat_reserve_error');
    await passMinutes(shop, other.token, 30);
    expect((await move(params, to)).status).toBe(200);
  });

  it('a day its coupon is not for; another is fine', async () => {
    const [from, inside, outside] = [await slot(), await slot(), await slot()];
    const order = await ready(shop, from, 2);
    const code = await newCoupon(shop, { visit_from: tomorrow, visit_to: tomorrow });
    const { price } = await applyCoupon(shop, order.token, code);
    const params = paramsOf((await purchase(shop, { ...order, price })).reservation_token);
    await changeSlot(shop, outside, { day: '2099-01-01' });
    expect((await refused(params, outside)).code).toBe('coupon_out_of_coverage');
    const receipt = await shop.call('getReceipt', { params });
    expect(receipt.lines.at(-1)).toMatchObject({ kind: 'coupon', amount: -100 });
    expect(receipt.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(receipt.total);
    expect((await move(params, inside)).status).toBe(200);
  });
});
