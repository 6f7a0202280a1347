import { simulateActors } from '@ticket-store/chart-tools/explore/simulated.ts';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { connectionLost, fails } from '#test/paths/answers.ts';
import { firstChoice, guide, oneAdult, slots, timespan } from '#test/paths/sample-shop.ts';
import { applyOffers, nothingChosen } from './order.logic.ts';
import { orderMachine } from './order.machine.ts';

/* Walks (`test/paths/`) do not reach these set products, companions of a kind of ticket, and lost replies. */

const guides = (count: number) => ({ id: guide.uuid, name: guide.product_name, price: guide.add_cost, count });
const [, otherTime = timespan] = slots;

/** The order page with a time and a guide chosen. */
const chosen = () => {
  const { machine, simulated } = simulateActors(orderMachine);
  const input = { lang: 'ja', choice: nothingChosen, replaces: null, attempt: null } as const;
  const actor = createActor(machine, { input }).start();
  actor.send({ type: 'product.choose', ...firstChoice });
  actor.send({ type: 'option.set', line: oneAdult });
  actor.send({ type: 'timespan.choose', timespan });
  simulated.resolve('checkStock', timespan);
  simulated.resolve('searchSets', [guide]);
  actor.send({ type: 'setproduct.set', line: guides(3) });
  return { actor, simulated, context: () => actor.getSnapshot().context };
};

it('is not sent while a kind of ticket lacks one that it needs', () => {
  const { actor, simulated, context } = chosen();
  const child = { id: 'child', name: 'Child', price: 1000, count: 1 };
  actor.send({
    type: 'product.choose',
    ...firstChoice,
    product: { ...firstChoice.product, needs: { child: ['adult'] } },
  });
  actor.send({ type: 'option.set', line: child });
  actor.send({ type: 'timespan.choose', timespan });
  simulated.resolve('checkStock', timespan);
  actor.send({ type: 'order.submit' });
  expect(context().failure).toMatchObject({ code: 'companion_missing' });
  actor.send({ type: 'option.set', line: { ...child, id: 'adult' } });
  actor.send({ type: 'order.submit' });
  expect(simulated.waiting()).toContain('order/placeOrder');
});

describe('set products', () => {
  it('are searched again when the language changes', () => {
    const { actor, simulated } = chosen();
    actor.send({ type: 'language.choose', lang: 'en' });
    expect(simulated.input('searchSets')).toMatchObject({ lang: 'en', timespan: 't1' });
  });

  it('stay as they were sent until the outcome of the order is known', () => {
    const { actor, simulated, context } = chosen();
    actor.send({ type: 'timespan.choose', timespan: otherTime });
    actor.send({ type: 'order.submit' });
    const sent = simulated.input('placeOrder');
    simulated.resolve('searchSets', [{ ...guide, remaining: 1 }]);
    expect([context().choice.sets, context().offers[0]?.remaining]).toEqual([[guides(3)], 1]);
    simulated.reject('placeOrder', connectionLost.error);
    actor.send({ type: 'order.submit' });
    expect(simulated.input('placeOrder')).toEqual(sent);
  });
});

describe('a new list of set products', () => {
  const offered = (count: number, ...offers: object[]) => {
    const context = chosen().context();
    const having = { ...context, choice: { ...context.choice, sets: [guides(count)] } };
    return applyOffers(
      having,
      offers.map((part) => ({ ...guide, ...part })),
    );
  };

  it.each([
    ['the limit of one order', { max: 2 }, [guides(2)]],
    ['the remaining stock', { remaining: 1 }, [guides(1)]],
    ['0 when sold out', { remaining: 0 }, [guides(0)]],
  ])('reduces a count to %s, which is named', (_what, part, fewer) => {
    expect(offered(3, part)).toMatchObject({ fewer, choice: { sets: fewer.filter(({ count }) => count > 0) } });
  });

  it('removes what is no longer offered, which is named', () => {
    expect(offered(1)).toMatchObject({ fewer: [guides(0)], choice: { sets: [] } });
  });

  it('keeps an available one with its current name and price', () => {
    const sets = [{ ...guides(2), name: '音声ガイド', price: 700 }];
    expect(offered(2, { product_name: '音声ガイド', add_cost: 700 })).toMatchObject({ fewer: [], choice: { sets } });
  });
});

describe('an order whose reply was lost', () => {
  /** Another time is chosen and sent after it. */
  const sentAgain = () => {
    const page = chosen();
    const { actor, simulated } = page;
    actor.send({ type: 'order.submit' });
    const first = page.context().attempt;
    simulated.reject('placeOrder', connectionLost.error);
    actor.send({ type: 'timespan.choose', timespan: otherTime });
    simulated.resolve('checkStock', otherTime);
    actor.send({ type: 'order.submit' });
    expect(simulated.waiting().filter((path) => /Order$/.test(path))).toEqual(['order/reclaimOrder']);
    expect(simulated.input('reclaimOrder')).toEqual(first);
    return page;
  };

  it('and holds nothing is not replaced', () => {
    const { simulated } = sentAgain();
    simulated.reject('reclaimOrder', fails('seat_reserve_error')[0]?.error);
    expect(simulated.input('placeOrder')).toMatchObject({ replaces: null });
  });

  it('and cannot be asked for is asked for again', () => {
    const { actor, simulated, context } = sentAgain();
    simulated.reject('reclaimOrder', connectionLost.error);
    expect(context().failure).toMatchObject({ code: 'connection_error' });
    actor.send({ type: 'order.submit' });
    expect(simulated.waiting()).toContain('order/reclaimOrder');
  });
});
