import { describe, expect, it } from 'vitest';
import { putOrder } from '#src/api/contract/customers.ts';
import { createOrder, getOrder } from '#src/api/contract/orders.ts';
import { getOrderableStocks } from '#src/api/contract/products.ts';
import { langs } from '#src/domain/lang.ts';
import { choiceOf, customer, freeSlots, hold, newKey, pay, ready, replyOf, slotAt } from './kit/buyer.ts';
import { audio, booklet, withSets } from './kit/extras.ts';
import { forFile } from './kit/for-file.ts';
import { changeRows } from './kit/rows.ts';
import { problemOf, startShop } from './kit/shop.ts';
import { newSlot } from './kit/slot.ts';
import { leaveSeats, seatsOf } from './kit/time.ts';

const shop = await forFile(startShop());

const readOrder = (token: string) => shop.call(getOrder, { params: { token } });
const stock = (id: string, token?: string) =>
  shop.call(getOrderableStocks, { query: { product_time_span_id: id, ...(token ? { order_token: token } : {}) } });
const place = (body: object) => shop.send(createOrder, { body, key: newKey() });

describe('a new order', () => {
  it('holds its seats for fifteen minutes, at the prices of the slot, in its language', async () => {
    const slot = await slotAt(shop, 0);
    const before = await stock(slot.id);
    const { order } = await hold(shop, slot.id, 2, 1);
    expect(order).toMatchObject({ status: 'open', lang: 'ja', extensions_left: 10, completion: null, coupon: null });
    expect(order.seconds_left).toBeGreaterThan(14 * 60);
    expect(order.seconds_left).toBeLessThanOrEqual(15 * 60);
    expect(order.main_product).toMatchObject({ time_span_id: slot.id, quantity: 3, sale_type: 'time' });
    expect(order.main_product.order_options.map(({ name, quantity, add_cost }) => [name, quantity, add_cost])).toEqual([
      ['大人', 2, 3800 + slot.surcharge],
      ['子ども', 1, 1500 + slot.surcharge],
    ]);
    expect((await stock(slot.id)).remaining).toBe(before.remaining - 3);
  });

  it.each(langs)('is returned as it is read again, whatever the sequence of its parts: in %s', async (lang) => {
    const { id } = await slotAt(shop, 2);
    const chosen = withSets(id, { id: booklet, count: 1 }, { id: audio, count: 2 });
    const option_values = [
      { id: 'admission-child', count: 1 },
      { id: 'admission-adult', count: 1 },
    ];
    const body = { ...chosen, lang, quantity: 2, option_values };
    const orders = [body, { ...body, set_products: chosen.set_products.toReversed() }];
    for (const one of orders) {
      const { order_token, order } = await shop.call(createOrder, { body: one, key: newKey() });
      const { seconds_left, ...again } = await readOrder(order_token);
      expect(order).toMatchObject(again);
      expect(order.seconds_left).toBeGreaterThanOrEqual(seconds_left);
      expect([order.set_products.length, order.main_product.order_options.length]).toEqual([2, 2]);
    }
  });

  it('keeps free options free on a more expensive date', async () => {
    const child = shop.db
      .updateTable('product_options')
      .where('product_options.site', '=', 'borderless')
      .where('id', '=', 'admission-child');
    await child.set({ add_cost: 0 }).execute();
    const span = await newSlot(shop, { surcharge: 300 });
    const { price, order } = await hold(shop, span, 1, 2);
    await child.set({ add_cost: 1500 }).execute();
    expect([price, order.main_product.order_options[1]?.add_cost]).toEqual([4100, 0]);
  });

  it('does not block itself: its seats count as free for its own token', async () => {
    const slot = await slotAt(shop, 1);
    const { token } = await hold(shop, slot.id, 4);
    await leaveSeats(shop, slot.id, 0);
    expect(await stock(slot.id)).toMatchObject({ remaining: 0, state: 'sold_out' });
    expect(await stock(slot.id, token)).toMatchObject({ remaining: 4, state: 'few' });
    expect((await freeSlots(shop, 4, token)).map(({ id }) => id)).toContain(slot.id);
  });

  const line = (id: string, count: number) => ({ id, count });
  it.each([
    [
      'too many',
      { quantity: 11, option_values: [line('admission-adult', 10), line('admission-child', 1)] },
      'quantity',
    ],
    ['none', { quantity: 0, option_values: [] }, 'quantity'],
    ['another sum', { quantity: 3 }, 'quantity'],
    ['too many of one', { quantity: 11, option_values: [line('admission-adult', 11)] }, 'option_values/0/count'],
  ])('of %s is refused as invalid_quantity, with the field', async (_name, change, field) => {
    const slot = await slotAt(shop, 2);
    const refused = problemOf(await place({ ...choiceOf(slot.id, 1), ...change }));
    expect(refused).toMatchObject({ status: 400, code: 'invalid_quantity', fields: [field] });
  });

  it.each([
    [
      'an option twice',
      { quantity: 2, option_values: [line('admission-adult', 1), line('admission-adult', 1)] },
      'option_values/1/id',
    ],
    ["another product's option", { option_values: [line('garden-adult', 1)] }, 'option_values/0/id'],
    ['an unknown set product', { set_products: [line('x', 1)] }, 'set_products/0/id'],
  ])('with %s is refused as invalid_input, with the field', async (_name, change, field) => {
    const slot = await slotAt(shop, 2);
    const refused = problemOf(await place({ ...choiceOf(slot.id, 1), ...change }));
    expect(refused).toMatchObject({ status: 400, code: 'invalid_input', fields: [field] });
  });

  it('for a product not on sale is rejected as such', async () => {
    const slot = await slotAt(shop, 2);
    const other = await place({ ...choiceOf(slot.id, 1), product_uuid: 'none' });
    expect(problemOf(other)).toMatchObject({ code: 'ticket_not_on_sale', fields: ['product_uuid'] });
    await changeRows(shop, 'time_spans', { site: 'borderless', id: slot.id }, { sale_to: new Date(0) });
    expect(problemOf(await place(choiceOf(slot.id, 1)))).toMatchObject({
      code: 'ticket_not_on_sale',
      fields: ['time_span_id'],
    });
    expect(await stock(slot.id)).toMatchObject({ remaining: 0, state: 'closed' });
  });

  it('for more seats than remain is out of stock', async () => {
    const slot = await slotAt(shop, 3);
    await leaveSeats(shop, slot.id, 2);
    expect(problemOf(await place(choiceOf(slot.id, 3)))).toMatchObject({ status: 409, code: 'seat_reserve_error' });
    expect((await hold(shop, slot.id, 2)).order.status).toBe('open');
  });
});

describe('an order that replaces another', () => {
  it('moves seats and customer at once, and closes the old one', async () => {
    const [from, to] = [await slotAt(shop, 4), await slotAt(shop, 5)];
    const old = await ready(shop, from.id, 2);
    const heldBefore = [(await seatsOf(shop, from.id)).held, (await seatsOf(shop, to.id)).held];
    const body = { ...choiceOf(to.id, 3), replaces: old.token };
    const moved = await shop.call(createOrder, { body, key: newKey() });
    expect(moved.order.customer_info).toEqual(customer);
    expect((await readOrder(old.token)).status).toBe('cancelled');
    const now = [(await seatsOf(shop, from.id)).held, (await seatsOf(shop, to.id)).held];
    expect(now).toEqual([(heldBefore[0] ?? 0) - 2, (heldBefore[1] ?? 0) + 3]);
  });

  it('may use the seats of the old one in the same slot', async () => {
    const slot = await slotAt(shop, 6);
    const old = await hold(shop, slot.id, 3);
    await leaveSeats(shop, slot.id, 1);
    const moved = await shop.call(createOrder, {
      body: { ...choiceOf(slot.id, 4), replaces: old.token },
      key: newKey(),
    });
    expect(moved.order.main_product.quantity).toBe(4);
  });

  it('that finds no seats leaves the old one unchanged', async () => {
    const [from, to] = [await slotAt(shop, 4), await slotAt(shop, 7)];
    const old = await hold(shop, from.id, 2);
    await leaveSeats(shop, to.id, 1);
    const refused = problemOf(await place({ ...choiceOf(to.id, 2), replaces: old.token }));
    expect(refused.code).toBe('seat_reserve_error');
    expect(await readOrder(old.token)).toMatchObject({ status: 'open' });
  });

  it('cannot replace a paid or unknown one', async () => {
    const slot = await slotAt(shop, 4);
    const paid = await ready(shop, slot.id);
    expect(replyOf(await pay(shop, paid)).status).toBe('paid');
    expect(problemOf(await place({ ...choiceOf(slot.id, 1), replaces: paid.token })).code).toBe('order_closed');
    expect(problemOf(await place({ ...choiceOf(slot.id, 1), replaces: 'unknown' })).code).toBe('token_not_found');
  });
});

describe('the customer', () => {
  it('is stored normalised: without full width, spaces and hyphens', async () => {
    const { token } = await hold(shop, (await slotAt(shop, 4)).id);
    const body = { ...customer, email: ' hanako@visitor.example ', phone: '090-1234 5678', address: 'not asked' };
    const order = await shop.call(putOrder, { params: { token }, body });
    expect(order.customer_info).toEqual({ ...customer, address: '' });
  });

  it('with invalid fields is rejected by the rules of the form, each field named', async () => {
    const { token } = await hold(shop, (await slotAt(shop, 4)).id);
    const body = { ...customer, fullname: ' ', email: 'nobody', phone: '12', gender: 'other' };
    const refused = problemOf(await shop.send(putOrder, { params: { token }, body }));
    expect(refused.fields).toEqual(['fullname', 'email', 'phone', 'gender']);
    expect(refused.errors?.[1]?.detail).toBe('mail_validate_invalid');
  });
});
