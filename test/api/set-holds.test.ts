import { describe, expect, it } from 'vitest';
import { customer, hold, pay, readLedger, replyOf, setFault, slotAt } from './kit/buyer.ts';
import { audio, booklet, endHold, holdSets, setStock, setsLeft, stockSets, withSets } from './kit/extras.ts';
import { forFile } from './kit/for-file.ts';
import { changeRows } from './kit/rows.ts';
import { problemOf, startShop } from './kit/shop.ts';
import { seatsOf } from './kit/time.ts';

const shop = await forFile(startShop());

const place = (body: object) => shop.send('createOrder', { body });
const readOrder = (token: string) => shop.call('getOrder', { params: { token } });

describe('set products follow the hold', () => {
  it('free when it is cancelled', async () => {
    const { id } = await slotAt(shop, 6);
    const { token } = await holdSets(shop, id, { id: booklet, count: 4 });
    await shop.call('deleteOrder', { params: { token } });
    expect(await setsLeft(shop, id)).toBe(20);
  });

  it('free when it expires, renewed with it, unless they are sold', async () => {
    const { id } = await slotAt(shop, 6);
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

  it('sold when it is paid', async () => {
    const { id } = await slotAt(shop, 7);
    const order = await holdSets(shop, id, { id: booklet, count: 2 });
    await shop.call('putOrder', { params: { token: order.token }, body: customer });
    expect(replyOf(await pay(shop, order)).status).toBe('paid');
    expect(await setStock(shop, id, booklet)).toEqual({ held: 0, sold: 2 });
    expect(await setsLeft(shop, id)).toBe(18);
  });

  /** An order whose payment response is delayed until its hold has expired and its stock is released. */
  const lateMoney = async (span: string) => {
    const order = await holdSets(shop, span, { id: audio, count: 1 }, { id: booklet, count: 2 });
    await shop.call('putOrder', { params: { token: order.token }, body: customer });
    await setFault(shop, { route: 'payment_intents.create', fault: 'hold', id: 'late' });
    const paying = pay(shop, order);
    await shop.sandbox.sandbox.faults.whenHeld('late');
    await shop.db.updateTable('orders').set({ status: 'expired' }).where('time_span_id', '=', span).execute();
    await changeRows(shop, 'set_stocks', { site: 'borderless', time_span_id: span }, { held: 0 });
    await changeRows(shop, 'time_spans', { site: 'borderless', id: span }, { held: 0 });
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

describe('forty buyers at once for five of a set', () => {
  it('get exactly five, and the rejections of the others name the set product', async () => {
    const { id } = await slotAt(shop, 11);
    await stockSets(shop, id, booklet, 5);
    await changeRows(shop, 'time_spans', { site: 'borderless', id }, { capacity: 500 });
    const body = withSets(id, { id: booklet, count: 1 });
    const answers = await Promise.all(Array.from({ length: 40 }, () => place(body)));
    const refused = answers.filter(({ status }) => status !== 200).map((answer) => problemOf(answer));
    expect(refused).toHaveLength(35);
    expect(new Set(refused.map(({ code, fields }) => `${code} ${fields}`))).toEqual(
      new Set(['seat_reserve_error set_products/0/id']),
    );
    expect(await setStock(shop, id, booklet)).toEqual({ held: 5, sold: 0 });
  });

  it('expire, cancel and buy concurrently, and the stock is correct', async () => {
    const { id } = await slotAt(shop, 11);
    const lines = () =>
      shop.db
        .selectFrom('order_sets')
        .innerJoin('orders', 'orders.id', 'order_sets.order_id')
        .select(['order_sets.count', 'orders.quantity'])
        .where('orders.time_span_id', '=', id)
        .where('orders.status', '=', 'open')
        .execute();
    const body = withSets(id, { id: booklet, count: 1 });
    const holds = await Promise.all([1, 2, 3].map(() => hold(shop, id)));
    await changeRows(shop, 'orders', { time_span_id: id }, { hold_until: new Date(0) });
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => place(body)),
      ...holds.map(({ token }) => shop.send('deleteOrder', { params: { token } })),
      shop.sweep(),
    ]);
    expect(answers.flatMap((answer) => (answer ? [answer.status] : [])).every((status) => status < 500)).toBe(true);
    expect((await lines()).length).toBe(5);
    expect(await setStock(shop, id, booklet)).toEqual({ held: 5, sold: 0 });
  });
});
