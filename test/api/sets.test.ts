import { describe, expect, it } from 'vitest';
import { langs } from '#src/domain/lang.ts';
import { dated, freeSlots, season, slotAt, tomorrow } from './kit/buyer.ts';
import { audio, booklet, holdSets, setsAt, setsLeft, stockSets, withSets } from './kit/extras.ts';
import { forFile } from './kit/for-file.ts';
import { problemOf, startShop } from './kit/shop.ts';
import { changeSlot, passMinutes } from './kit/time.ts';

const shop = await forFile(startShop());

const place = (body: object) => shop.send('createOrder', { body });
const readOrder = (token: string) => shop.call('getOrder', { params: { token } });

describe('the search for set products', () => {
  it('lists the offers of a timespan, sorted, with price, limit and stock', async () => {
    const { id } = await slotAt(shop, 0);
    expect(await setsAt(shop, id)).toMatchObject([
      { uuid: booklet, product_name: 'Exhibition booklet', add_cost: 1200, max: 5, remaining: 20, state: 'plenty' },
      { uuid: audio, product_name: 'Audio guide', add_cost: 600, max: 10, remaining: 30, state: 'plenty' },
    ]);
  });

  it.each(langs)('has names and descriptions in %s', async (lang) => {
    const rows = await setsAt(shop, (await slotAt(shop, 0)).id, { lang });
    expect(rows.every(({ product_name, description }) => product_name !== '' && description !== '')).toBe(true);
    expect(new Set(rows.map(({ product_name }) => product_name)).size).toBe(2);
  });

  it('lists the offers of another product, or none', async () => {
    const query = { from: tomorrow, to: tomorrow, lang: 'en' };
    const garden = await shop.call('searchProducts', { query: { ...query, product_uuid: dated } });
    expect((await setsAt(shop, garden.time_spans[0]?.id ?? '')).map(({ uuid }) => uuid)).toEqual([booklet]);
    const walk = await shop.call('searchProducts', { query: { ...query, product_uuid: season } });
    expect(await setsAt(shop, walk.time_spans[0]?.id ?? '')).toEqual([]);
  });

  it('applies its filters: the product, the quantity, and the own order', async () => {
    const { id } = await slotAt(shop, 0);
    expect(await setsAt(shop, id, { product_uuid: dated })).toEqual([]);
    expect((await setsAt(shop, id, { quantity: '6' })).map(({ uuid }) => uuid)).toEqual([audio]);
    await stockSets(shop, id, audio, 3);
    const { token } = await holdSets(shop, id, { id: audio, count: 3 });
    const audioOf = async (filters = {}) => (await setsAt(shop, id, filters)).find(({ uuid }) => uuid === audio);
    expect(await audioOf()).toMatchObject({ remaining: 0, state: 'sold_out' });
    expect(await audioOf({ order_token: token })).toMatchObject({ remaining: 3, state: 'few' });
    expect(await audioOf({ order_token: token, quantity: '4' })).toBeUndefined();
    const other = await slotAt(shop, 1);
    expect((await setsAt(shop, other.id, { order_token: token })).map(({ remaining }) => remaining)).toEqual([20, 30]);
  });

  it('returns nothing for a past timespan, and rejects an unknown one', async () => {
    const { id } = await slotAt(shop, 2);
    await changeSlot(shop, id, { sale_to: new Date(0) });
    expect((await setsAt(shop, id)).map(({ remaining, state }) => [remaining, state])).toEqual([
      [0, 'closed'],
      [0, 'closed'],
    ]);
    const query = { lang: 'en', main_product_time_span_id: 'none' };
    const refused = problemOf(await shop.send('searchSetProducts', { query }));
    expect(refused).toMatchObject({ status: 404, code: 'product_change_date_error' });
    const odd = await shop.send('searchSetProducts', { query: { ...query, quantity: 'many' } });
    expect(problemOf(odd)).toMatchObject({ status: 400, fields: ['quantity'] });
  });
});

describe('an order with set products', () => {
  it('holds them, returns them and counts them in its total', async () => {
    const { id, surcharge } = await slotAt(shop, 3);
    const { order, token } = await holdSets(shop, id, { id: audio, count: 2 }, { id: booklet, count: 1 });
    const expected = [
      { id: booklet, product_name: '公式ガイドブック', quantity: 1, add_cost: 1200 },
      { id: audio, product_name: '音声ガイド', quantity: 2, add_cost: 600 },
    ];
    expect(order).toMatchObject({ price: 3800 + surcharge + 1200 + 2 * 600, set_products: expected });
    expect((await shop.call('getOrder', { params: { token } })).set_products).toEqual(expected);
    expect([await setsLeft(shop, id), await setsLeft(shop, id, audio)]).toEqual([19, 28]);
  });

  it("with another product's set is refused", async () => {
    const query = { from: tomorrow, to: tomorrow, lang: 'en', product_uuid: dated };
    const { time_spans } = await shop.call('searchProducts', { query });
    const body = {
      ...withSets(time_spans[0]?.id ?? '', { id: audio, count: 1 }),
      product_uuid: dated,
      option_values: [{ id: 'garden-adult', count: 1 }],
    };
    expect(problemOf(await place(body))).toMatchObject({ code: 'invalid_input', fields: ['set_products/0/id'] });
  });

  it('for more than remain is out of stock by name, and holds no seat either', async () => {
    const { id, remaining } = await slotAt(shop, 5);
    await stockSets(shop, id, booklet, 1);
    const sets = [
      { id: audio, count: 2 },
      { id: booklet, count: 2 },
    ];
    const refused = problemOf(await place(withSets(id, ...sets)));
    expect(refused).toMatchObject({ status: 409, code: 'seat_reserve_error', fields: ['set_products/1/id'] });
    expect(await setsLeft(shop, id, audio)).toBe(30);
    expect((await freeSlots(shop)).find((slot) => slot.id === id)?.remaining).toBe(remaining);
  });

  it('gets those of a hold that just expired', async () => {
    const { id } = await slotAt(shop, 5);
    await stockSets(shop, id, booklet, 1);
    const first = await holdSets(shop, id, { id: booklet, count: 1 });
    await passMinutes(shop, first.token, 16);
    expect((await holdSets(shop, id, { id: booklet, count: 1 })).order.status).toBe('open');
    expect((await readOrder(first.token)).status).toBe('expired');
  });
});
