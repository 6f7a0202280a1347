import { describe, expect, it } from 'vitest';
import { createActor, type EventFromLogic } from 'xstate';
import { Failure } from '#src/domain/failures.ts';
import { lineDown, setsGone, told } from '#test/paths/answers.ts';
import { day, days, guide, kept, months, slots, timespan } from '#test/paths/sample-shop.ts';
import { holdActors } from '#test/tools/explore/held.ts';
import { setsTold } from './order.actions.ts';
import { orderMachine } from './order.machine.ts';
import { nothingChosen, type OrderInput } from './order.types.ts';

const adult = { id: 'adult', name: 'Adult', price: 2000, count: 1 };
const guides = (count: number) => ({ id: guide.uuid, name: guide.product_name, price: guide.add_cost, count });
const [, later = timespan] = slots;

const open = (given: Partial<OrderInput> = {}) => {
  const { machine, held } = holdActors(orderMachine);
  const input = { lang: 'ja', choice: nothingChosen, replaces: null, ...given };
  const actor = createActor(machine, { input }).start();
  return {
    held,
    context: () => actor.getSnapshot().context,
    state: () => actor.getSnapshot().value,
    send: (event: EventFromLogic<typeof orderMachine>) => actor.send(event),
  };
};

/** An order with a chosen time whose stock and set product are loaded. */
const chosen = () => {
  const order = open();
  order.send({ type: 'product.choose', product: kept, month: months[0] });
  order.held.resolve('search', { days: days(months[0]), slots: null });
  order.send({ type: 'timespan.choose', timespan });
  order.held.resolve('checkStock', timespan);
  order.held.resolve('searchSets', [guide]);
  order.send({ type: 'option.set', line: adult });
  return order;
};

describe('set products', () => {
  it('are looked up beside the stock of a chosen time, and anew for another one', () => {
    const { held, send, context } = open({ replaces: 'own' });
    send({ type: 'product.choose', product: kept, month: months[0] });
    expect(held.waiting()).not.toContain('order/searchSets');
    send({ type: 'timespan.choose', timespan });
    expect(held.waiting()).toEqual(expect.arrayContaining(['order/checkStock', 'order/searchSets']));
    expect(held.input('searchSets')).toEqual({ lang: 'ja', timespan: 't1', order_token: 'own' });
    send({ type: 'timespan.choose', timespan: later });
    expect(held.input('searchSets')).toMatchObject({ timespan: 't2' });
    held.resolve('searchSets', [guide]);
    expect(context().offers).toEqual([guide]);
    expect(held.waiting()).toEqual(['order/checkStock']);
  });

  it('of a kept choice are looked up beside its availability, once', () => {
    const choice = { ...nothingChosen, product: kept, month: months[0], day, timespan, sets: [guides(2)] };
    const { held, context } = open({ choice });
    expect(held.waiting()).toEqual(expect.arrayContaining(['order/search', 'order/searchSets']));
    held.resolve('searchSets', [guide]);
    held.resolve('search', { days: [], slots });
    expect(held.waiting()).toEqual([]);
    expect(context().choice.sets).toEqual([guides(2)]);
  });

  it('of a time that is taken by itself are looked up too', () => {
    const { held, send } = open();
    send({ type: 'product.choose', product: { ...kept, sale_type: 'period' }, month: months[0] });
    held.resolve('search', { days: [], slots: [timespan] });
    expect(held.input('searchSets')).toMatchObject({ timespan: 't1' });
  });

  it('are let go with the time, their numbers are not', () => {
    const { held, send, context } = chosen();
    send({ type: 'setproduct.set', line: guides(2) });
    send({ type: 'timespan.choose', timespan: later });
    send({ type: 'day.choose', day });
    expect(held.waiting()).not.toContain('order/searchSets');
    expect(context().choice.sets).toEqual([guides(2)]);
    send({ type: 'product.choose', product: { ...kept, uuid: 'p2' }, month: months[0] });
    expect([context().choice.sets, context().offers]).toEqual([[], []]);
  });

  it('are asked for again in a language chosen since', () => {
    const { held, send } = chosen();
    send({ type: 'language.choose', lang: 'en' });
    expect(held.input('searchSets')).toMatchObject({ lang: 'en', timespan: 't1' });
  });

  it('that cannot be read block nothing, and can be tried again', () => {
    const { held, send, context, state } = chosen();
    send({ type: 'timespan.choose', timespan: later });
    held.resolve('checkStock', later);
    held.reject('searchSets', new Failure({ code: 'request_error', unknown: false }));
    expect([state(), context().setsOf, context().note]).toEqual(['choosing', null, null]);
    send({ type: 'setproducts.again' });
    expect(held.input('searchSets')).toMatchObject({ timespan: 't2' });
    send({ type: 'order.submit' });
    expect(state()).toBe('placing');
  });

  it('change the key of the order with each number', () => {
    const { held, send } = chosen();
    send({ type: 'order.submit' });
    const { key }: { key: string } = Object(held.input('placeOrder'));
    held.reject('placeOrder', lineDown.error);
    send({ type: 'order.submit' });
    expect(held.input('placeOrder')).toMatchObject({ key });
    held.reject('placeOrder', lineDown.error);
    send({ type: 'setproduct.set', line: guides(1) });
    send({ type: 'order.submit' });
    expect(held.input('placeOrder')).not.toMatchObject({ key });
    expect(held.input('placeOrder')).toMatchObject({ choice: { sets: [guides(1)] } });
  });

  it('stay as they were sent until it is known what became of the order', () => {
    const { held, send, context } = chosen();
    send({ type: 'setproduct.set', line: guides(3) });
    send({ type: 'timespan.choose', timespan: later });
    send({ type: 'order.submit' });
    held.resolve('searchSets', [{ ...guide, remaining: 1 }]);
    expect([context().choice.sets, context().offers[0]?.remaining]).toEqual([[guides(3)], 1]);
    const { key }: { key: string } = Object(held.input('placeOrder'));
    held.reject('placeOrder', lineDown.error);
    send({ type: 'order.submit' });
    expect(held.input('placeOrder')).toMatchObject({ key });
    held.resolve('placeOrder', told({}).output);
    expect(context().choice.sets).toEqual([guides(3)]);
  });

  it('sold out meanwhile are looked up afresh and named; the tickets stay', () => {
    const { held, send, context, state } = chosen();
    send({ type: 'setproduct.set', line: guides(3) });
    send({ type: 'order.submit' });
    held.reject('placeOrder', setsGone.error);
    expect([state(), context().missed, context().choice.timespan]).toEqual(['choosing', null, timespan]);
    held.resolve('searchSets', [{ ...guide, remaining: 1 }]);
    expect(context()).toMatchObject({ fewer: [guides(1)], choice: { lines: [adult], sets: [guides(1)] } });
    send({ type: 'setproduct.set', line: guides(0) });
    expect(context()).toMatchObject({ fewer: [], note: null, choice: { sets: [] } });
  });
});

describe('setsTold', () => {
  const context = chosen().context();
  const having = (...sets: ReturnType<typeof guides>[]) => ({ ...context, choice: { ...context.choice, sets } });

  it.each([
    ['what one order may have', { max: 2 }, [guides(2)]],
    ['what is left', { remaining: 1 }, [guides(1)]],
    ['nothing, when none is left', { remaining: 0 }, [guides(0)]],
  ])('takes a number down to %s', (_what, part, fewer) => {
    const left = setsTold(having(guides(3)), [{ ...guide, ...part }]);
    expect(left).toMatchObject({ fewer, choice: { sets: fewer.filter(({ count }) => count > 0) } });
  });

  it('drops what is no longer offered, by its name', () => {
    expect(setsTold(having(guides(1)), [])).toMatchObject({ fewer: [guides(0)], choice: { sets: [] } });
  });

  it('leaves what can still be had, at today’s name and price', () => {
    const left = setsTold(having(guides(2)), [{ ...guide, product_name: '音声ガイド', add_cost: 700 }]);
    expect(left).toMatchObject({ fewer: [] });
    expect(left.choice?.sets).toEqual([{ ...guides(2), name: '音声ガイド', price: 700 }]);
  });
});
