import { describe, expect, it } from 'vitest';
import { changeRows, changeSlot, passMinutes, rowsOf, seatsOf } from './kit/arrange.ts';
import { choiceElsewhere, dated, freeSlots, hold, readLedger, ready, setFault, slotAt } from './kit/buyer.ts';
import { audio, booklet, endHold, holdSets, setStock, setsAt, setsLeft, stockSets, withSets } from './kit/extras.ts';
import { pay, replyOf } from './kit/pay.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());

const place = (body: object) => shop.send('createOrder', { body });
const readOrder = (token: string) => shop.call('getOrder', { params: { token } });

describe('the search for set products', () => {
  it('lists the offers of a timespan, sorted, with price, limit and stock', async () => {
    const { id } = await slotAt(shop, 0);
    const description = expect.stringMatching(/\w/);
    expect(await setsAt(shop, id)).toMatchObject([
      {
        uuid: booklet,
        description,
        product_name: 'Exhibition booklet',
        add_cost: 1200,
        max: 5,
        remaining: 20,
        state: 'plenty',
      },
      { uuid: audio, description, product_name: 'Audio guide', add_cost: 600, max: 10, remaining: 30, state: 'plenty' },
    ]);
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
});

describe('an order with set products', () => {
  it("with another product's set is refused", async () => {
    const body = { ...(await choiceElsewhere(shop, dated, 'garden-adult')), set_products: [{ id: audio, count: 1 }] };
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

describe('set products follow the hold', () => {
  it('free when it is cancelled or expires, renewed with it, unless they are sold', async () => {
    const { id } = await slotAt(shop, 6);
    const cancelled = await holdSets(shop, id, { id: booklet, count: 4 });
    expect(await setsLeft(shop, id)).toBe(16);
    await shop.call('deleteOrder', { params: { token: cancelled.token } });
    expect(await setsLeft(shop, id)).toBe(20);
    const { token } = await holdSets(shop, id, { id: booklet, count: 4 });
    const extend = () => shop.send('extendOrder', { params: { token } });
    await endHold(shop, token);
    expect(await setsLeft(shop, id)).toBe(20);
    expect((await extend()).status).toBe(200);
    expect(await setsLeft(shop, id)).toBe(16);
    await endHold(shop, token);
    await stockSets(shop, id, booklet, 3);
    expect(problemOf(await extend())).toMatchObject({ status: 410, code: 'session_timeout' });
    expect(await setsLeft(shop, id)).toBe(3);
    expect((await readOrder(token)).status).toBe('expired');
  });

  it('not taken again once they are withdrawn from sale', async () => {
    const { id } = await slotAt(shop, 7);
    const { token } = await holdSets(shop, id, { id: booklet, count: 1 });
    const seats = await seatsOf(shop, id);
    await endHold(shop, token);
    await changeRows(shop, 'set_products', { site: 'borderless', uuid: booklet }, { withdrawn_at: new Date() });
    const extended = await shop.send('extendOrder', { params: { token } });
    await changeRows(shop, 'set_products', { site: 'borderless', uuid: booklet }, { withdrawn_at: null });
    expect(problemOf(extended)).toMatchObject({ status: 410, code: 'session_timeout' });
    expect(await setStock(shop, id, booklet)).toMatchObject({ held: 0 });
    expect(await seatsOf(shop, id)).toEqual({ ...seats, held: seats.held - 1 });
  });

  /** An order whose payment response is delayed until its hold has expired and its stock is released. */
  const lateMoney = async (span: string) => {
    const sets = [
      { id: audio, count: 1 },
      { id: booklet, count: 2 },
    ];
    const order = await ready(shop, span, { sets });
    await setFault(shop, { route: 'payment_intents.create', fault: 'hold', id: 'late' });
    const paying = pay(shop, order);
    await shop.sandbox.sandbox.faults.whenHeld('late');
    await changeRows(shop, 'orders', { time_span_id: span }, { status: 'expired' });
    await changeRows(shop, 'set_stocks', { site: 'borderless', time_span_id: span }, { held: 0 });
    await changeSlot(shop, span, { held: 0 });
    return {
      token: order.token,
      settle: async () => {
        shop.sandbox.sandbox.faults.release('late');
        return paying;
      },
    };
  };

  it('taken again for a late payment', async () => {
    const { id } = await slotAt(shop, 8);
    const late = await lateMoney(id);
    expect(replyOf(await late.settle()).status).toBe('paid');
    expect(await setStock(shop, id, booklet)).toEqual({ held: 0, sold: 2 });
  });

  it('and the payment is refunded if they are sold, with the seats left free', async () => {
    const { id } = await slotAt(shop, 9);
    const late = await lateMoney(id);
    await stockSets(shop, id, booklet, 1);
    const seats = await seatsOf(shop, id);
    expect(problemOf(await late.settle()).code).toBe('payment_refunded');
    const { captured, refunded } = await readLedger(shop, late.token);
    expect([captured > 0, refunded]).toEqual([true, captured]);
    expect((await readOrder(late.token)).status).toBe('refunded');
    expect(await setStock(shop, id, booklet)).toEqual({ held: 0, sold: 0 });
    expect(await setStock(shop, id, audio)).toEqual({ held: 0, sold: 0 });
    expect(await seatsOf(shop, id)).toEqual(seats);
  });
});

describe('an order that replaces another', () => {
  it('has the set products of the request, and none of the old one', async () => {
    const { id } = await slotAt(shop, 10);
    const old = await holdSets(shop, id, { id: booklet, count: 5 });
    const body = { ...withSets(id, { id: audio, count: 1 }), replaces: old.token };
    const { order, dropped } = await shop.call('createOrder', { body });
    expect(order.set_products.map((set) => [set.id, set.quantity])).toEqual([[audio, 1]]);
    expect(dropped).toEqual([]);
    expect([await setsLeft(shop, id), await setsLeft(shop, id, audio)]).toEqual([20, 29]);
  });

  it('may use those of the old one, and leaves it unchanged if there are not enough', async () => {
    const { id } = await slotAt(shop, 10);
    await stockSets(shop, id, booklet, 3);
    const old = await holdSets(shop, id, { id: booklet, count: 2 });
    const again = (count: number) => place({ ...withSets(id, { id: booklet, count }), replaces: old.token });
    expect(problemOf(await again(4))).toMatchObject({ code: 'seat_reserve_error', fields: ['set_products/0/id'] });
    expect(await readOrder(old.token)).toMatchObject({ status: 'open', set_products: [{ id: booklet, quantity: 2 }] });
    expect((await again(3)).status).toBe(200);
    expect(await setsLeft(shop, id)).toBe(0);
  });
});

it('many buyers at once for five of a set get exactly five while holds expire and are cancelled; the rejections name the set product', async () => {
  const { id } = await slotAt(shop, 11);
  await stockSets(shop, id, booklet, 5);
  await changeSlot(shop, id, { capacity: 500 });
  const holds = await Promise.all([1, 2, 3].map(() => hold(shop, id)));
  await changeRows(shop, 'orders', { time_span_id: id }, { hold_until: new Date(0) });
  const orders = Array.from({ length: 40 }, () => place(withSets(id, { id: booklet, count: 1 })));
  const others = holds.map(({ token }) => shop.send('deleteOrder', { params: { token } }));
  const [answers, cancelled] = await Promise.all([Promise.all(orders), Promise.all(others), shop.sweep()]);
  expect(cancelled.filter(({ status }) => status >= 500)).toEqual([]);
  const refused = answers.filter(({ status }) => status !== 200).map((answer) => problemOf(answer));
  expect(refused).toHaveLength(35);
  expect(new Set(refused.map(({ code, fields }) => `${code} ${fields}`))).toEqual(
    new Set(['seat_reserve_error set_products/0/id']),
  );
  expect((await rowsOf(shop, 'orders', { time_span_id: id, status: 'open' })).length).toBe(5);
  expect(await setStock(shop, id, booklet)).toEqual({ held: 5, sold: 0 });
});
