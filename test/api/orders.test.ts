import { describe, expect, it } from 'vitest';
import { langs } from '#src/domain/lang.ts';
import { choiceOf, freeSlots, hold, slotAt } from './kit/buyer.ts';
import { audio, booklet, withSets } from './kit/extras.ts';
import { forFile } from './kit/for-file.ts';
import { startShop } from './kit/shop.ts';
import { newSlot } from './kit/slot.ts';
import { leaveSeats } from './kit/time.ts';

const shop = await forFile(startShop());

const readOrder = (token: string) => shop.call('getOrder', { params: { token } });
const stock = (id: string, token?: string) =>
  shop.call('getOrderableStocks', { query: { product_time_span_id: id, ...(token ? { order_token: token } : {}) } });

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
      const { order_token, order } = await shop.call('createOrder', { body: one });
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
});

describe('an order that replaces another', () => {
  it('may use the seats of the old one in the same slot', async () => {
    const slot = await slotAt(shop, 6);
    const old = await hold(shop, slot.id, 3);
    await leaveSeats(shop, slot.id, 1);
    const moved = await shop.call('createOrder', { body: { ...choiceOf(slot.id, 4), replaces: old.token } });
    expect(moved.order.main_product.quantity).toBe(4);
  });
});
