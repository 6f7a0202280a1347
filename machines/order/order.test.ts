import { describe, expect, it } from 'vitest';
import { createActor, type EventFromLogic } from 'xstate';
import { connectionLost, orderReply } from '#test/paths/answers.ts';
import { day, days, firstChoice, guide, months, slots, storedProduct, timespan } from '#test/paths/sample-shop.ts';
import { simulateActors } from '#test/tools/explore/simulated.ts';
import { applyOffers, nothingChosen } from './order.logic.ts';
import { orderMachine } from './order.machine.ts';
import type { OrderInput } from './order.types.ts';

const adult = { id: 'adult', name: 'Adult', price: 2000, count: 1 };
const guides = (count: number) => ({ id: guide.uuid, name: guide.product_name, price: guide.add_cost, count });
const [, otherTime = timespan] = slots;

const open = () => {
  const { machine, simulated } = simulateActors(orderMachine);
  const input: OrderInput = { lang: 'ja', choice: nothingChosen, replaces: null, attempt: null };
  const actor = createActor(machine, { input }).start();
  return {
    simulated,
    context: () => actor.getSnapshot().context,
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
