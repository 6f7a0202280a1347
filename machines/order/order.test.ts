import { describe, expect, it } from 'vitest';
import { createActor, type EventFromLogic } from 'xstate';
import { Failure } from '#src/domain/failures.ts';
import { connectionLost, orderReply, setSoldOut } from '#test/paths/answers.ts';
import { day, days, firstChoice, guide, months, slots, storedProduct, timespan } from '#test/paths/sample-shop.ts';
import { simulateActors } from '#test/tools/explore/simulated.ts';
import { applyOffers, nothingChosen } from './order.logic.ts';
import { orderMachine } from './order.machine.ts';
import type { OrderInput } from './order.types.ts';

const adult = { id: 'adult', name: 'Adult', price: 2000, count: 1 };
const guides = (count: number) => ({ id: guide.uuid, name: guide.product_name, price: guide.add_cost, count });
const [, otherTime = timespan] = slots;

const open = (overrides: Partial<OrderInput> = {}) => {
  const { machine, simulated } = simulateActors(orderMachine);
  const input = { lang: 'ja', choice: nothingChosen, replaces: null, ...overrides };
  const actor = createActor(machine, { input }).start();
  return {
    simulated,
    context: () => actor.getSnapshot().context,
    state: () => actor.getSnapshot().value,
    send: (event: EventFromLogic<typeof orderMachine>) => actor.send(event),
  };
};

/** An order with a chosen time whose stock and set product are loaded. */
const chosen = () => {
  const order = open();
  order.send({ type: 'product.choose', ...firstChoice });
  order.simulated.resolve('search', { days: days(months[0]), slots: null });
  order.send({ type: 'timespan.choose', timespan });
  order.simulated.resolve('checkStock', timespan);
  // the time's day was not searched before
  order.simulated.resolve('search', { days: days(months[0]), slots });
  order.simulated.resolve('searchSets', [guide]);
  order.send({ type: 'option.set', line: adult });
  return order;
};

describe('set products', () => {
  it('are searched in parallel with the stock of the chosen time, and again for another time', () => {
    const { simulated, send, context } = open({ replaces: 'own' });
    send({ type: 'product.choose', ...firstChoice });
    expect(simulated.waiting()).not.toContain('order/searchSets');
    send({ type: 'timespan.choose', timespan });
    expect(simulated.waiting()).toEqual(expect.arrayContaining(['order/checkStock', 'order/searchSets']));
    expect(simulated.input('searchSets')).toEqual({ lang: 'ja', timespan: 't1', order_token: 'own' });
    send({ type: 'timespan.choose', timespan: otherTime });
    expect(simulated.input('searchSets')).toMatchObject({ timespan: 't2' });
    simulated.resolve('searchSets', [guide]);
    expect(context().offers).toEqual([guide]);
    expect(simulated.waiting()).toEqual(['order/checkStock']);
  });

  it('are searched once, in parallel with the availability of a stored choice', () => {
    const choice = { ...nothingChosen, product: storedProduct, month: months[0], day, timespan, sets: [guides(2)] };
    const { simulated, context } = open({ choice });
    expect(simulated.waiting()).toEqual(expect.arrayContaining(['order/search', 'order/searchSets']));
    simulated.resolve('searchSets', [guide]);
    simulated.resolve('search', { days: [], slots });
    expect(simulated.waiting()).toEqual([]);
    expect(context().choice.sets).toEqual([guides(2)]);
  });

  it('are searched for a time that is chosen automatically', () => {
    const { simulated, send } = open();
    send({ type: 'product.choose', ...firstChoice, product: { ...storedProduct, sale_type: 'period' } });
    simulated.resolve('search', { days: [], slots: [timespan] });
    expect(simulated.input('searchSets')).toMatchObject({ timespan: 't1' });
  });

  it('are cleared with the time, but their counts stay', () => {
    const { simulated, send, context } = chosen();
    send({ type: 'setproduct.set', line: guides(2) });
    send({ type: 'timespan.choose', timespan: otherTime });
    send({ type: 'day.choose', day });
    expect(simulated.waiting()).not.toContain('order/searchSets');
    expect(context().choice.sets).toEqual([guides(2)]);
    send({ type: 'product.choose', ...firstChoice, product: { ...storedProduct, uuid: 'p2' } });
    expect([context().choice.sets, context().offers]).toEqual([[], []]);
  });

  it('are searched again when the language changes', () => {
    const { simulated, send } = chosen();
    send({ type: 'language.choose', lang: 'en' });
    expect(simulated.input('searchSets')).toMatchObject({ lang: 'en', timespan: 't1' });
  });

  it('can be searched again after a failure, and do not block the order', () => {
    const { simulated, send, context, state } = chosen();
    send({ type: 'timespan.choose', timespan: otherTime });
    simulated.resolve('checkStock', otherTime);
    simulated.reject('searchSets', new Failure({ code: 'request_error', unknown: false }));
    expect([state(), context().setsOf, context().failure]).toEqual(['choosing', null, null]);
    send({ type: 'setproducts.again' });
    expect(simulated.input('searchSets')).toMatchObject({ timespan: 't2' });
    send({ type: 'order.submit' });
    expect(state()).toBe('placing');
  });

  it('change the idempotency key of the order when a count changes', () => {
    const { simulated, send } = chosen();
    send({ type: 'order.submit' });
    const { key }: { key: string } = Object(simulated.input('placeOrder'));
    simulated.reject('placeOrder', connectionLost.error);
    send({ type: 'order.submit' });
    expect(simulated.input('placeOrder')).toMatchObject({ key });
    simulated.reject('placeOrder', connectionLost.error);
    send({ type: 'setproduct.set', line: guides(1) });
    send({ type: 'order.submit' });
    expect(simulated.input('placeOrder')).not.toMatchObject({ key });
    expect(simulated.input('placeOrder')).toMatchObject({ choice: { sets: [guides(1)] } });
  });

  it('stay as they were sent until the outcome of the order is known', () => {
    const { simulated, send, context } = chosen();
    send({ type: 'setproduct.set', line: guides(3) });
    send({ type: 'timespan.choose', timespan: otherTime });
    send({ type: 'order.submit' });
    simulated.resolve('searchSets', [{ ...guide, remaining: 1 }]);
    expect([context().choice.sets, context().offers[0]?.remaining]).toEqual([[guides(3)], 1]);
    const { key }: { key: string } = Object(simulated.input('placeOrder'));
    simulated.reject('placeOrder', connectionLost.error);
    send({ type: 'order.submit' });
    expect(simulated.input('placeOrder')).toMatchObject({ key });
    simulated.resolve('placeOrder', orderReply({}).output);
    expect(context().choice.sets).toEqual([guides(3)]);
  });

  it('are searched again and listed when they sell out; the tickets stay', () => {
    const { simulated, send, context, state } = chosen();
    send({ type: 'setproduct.set', line: guides(3) });
    send({ type: 'order.submit' });
    simulated.reject('placeOrder', setSoldOut.error);
    expect([state(), context().missed, context().choice.timespan]).toEqual(['choosing', null, timespan]);
    simulated.resolve('searchSets', [{ ...guide, remaining: 1 }]);
    expect(context()).toMatchObject({ fewer: [guides(1)], choice: { lines: [adult], sets: [guides(1)] } });
    send({ type: 'setproduct.set', line: guides(0) });
    expect(context()).toMatchObject({ fewer: [], failure: null, choice: { sets: [] } });
  });
});

describe('a new list of set products', () => {
  const context = chosen().context();
  const having = (...sets: ReturnType<typeof guides>[]) => ({ ...context, choice: { ...context.choice, sets } });

  it.each([
    ['the limit of one order', { max: 2 }, [guides(2)]],
    ['the remaining stock', { remaining: 1 }, [guides(1)]],
    ['0 when sold out', { remaining: 0 }, [guides(0)]],
  ])('reduces a count to %s', (_what, part, fewer) => {
    const changes = applyOffers(having(guides(3)), [{ ...guide, ...part }]);
    expect(changes).toMatchObject({ fewer, choice: { sets: fewer.filter(({ count }) => count > 0) } });
  });

  it('removes a set product that is no longer offered and lists its name', () => {
    expect(applyOffers(having(guides(1)), [])).toMatchObject({ fewer: [guides(0)], choice: { sets: [] } });
  });

  it('keeps an available set product with its current name and price', () => {
    const changes = applyOffers(having(guides(2)), [{ ...guide, product_name: '音声ガイド', add_cost: 700 }]);
    expect(changes).toMatchObject({ fewer: [] });
    expect(changes.choice?.sets).toEqual([{ ...guides(2), name: '音声ガイド', price: 700 }]);
  });
});
