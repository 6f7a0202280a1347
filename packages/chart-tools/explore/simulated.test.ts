import { describe, expect, it } from 'vitest';
import { createActor, type EventObject } from 'xstate';
import { account, createCoverage } from './coverage.ts';
import { allDefinitions } from './definitions.ts';
import { payMachine, shopMachine } from './samples.ts';
import { actorAt, simulateActors } from './simulated.ts';

function open() {
  const coverage = createCoverage();
  const { machine, simulated } = simulateActors(shopMachine);
  const app = createActor(machine, { inspect: coverage.inspect }).start();
  return { app, simulated, coverage };
}

describe('simulated actors', () => {
  it('stay pending until they are resolved, in every machine of the tree', () => {
    const { app, simulated } = open();
    expect(simulated.waiting()).toEqual(['shop/line']);
    app.send({ type: 'order.submit', amount: 2 });
    expect(simulated.waiting()).toEqual(['shop/line', 'shop/placeOrder']);
    simulated.resolve('placeOrder', { token: 't' });
    expect(simulated.waiting()).toEqual(['shop/line', 'shop/deadline']);
    actorAt(app, ['shop', 'pay'])?.send({ type: 'pay.submit' });
    expect(simulated.waiting()).toContain('shop/pay/takeToken');
    simulated.reject('shop/pay/takeToken', new Error('refused'));
    expect(actorAt(app, ['shop', 'pay'])?.getSnapshot().value).toBe('choosing');
    simulated.fire('deadline');
    expect(app.getSnapshot().value).toEqual({ order: 'choosing' });
  });

  it('expose their input, and cannot be resolved after they have stopped', () => {
    const { app, simulated } = open();
    app.send({ type: 'order.submit', amount: 2 });
    expect(simulated.input('placeOrder')).toBeUndefined();
    const refusal: EventObject & { error: string } = { type: 'xstate.error.actor.placeOrder', error: 'no' };
    simulated.answer(['shop'], refusal);
    expect(app.getSnapshot().value).toEqual({ order: 'choosing' });
    expect(() => simulated.resolve('placeOrder')).toThrow('no actor is pending at placeOrder; pending: shop/line');
  });
});

describe('coverage', () => {
  it('counts taken transitions by machine, and lists unhandled events', () => {
    const { app, simulated, coverage } = open();
    app.send({ type: 'order.submit', amount: 2 });
    app.send({ type: 'order.submit', amount: 3 });
    expect(coverage.ignored).toEqual([]);
    simulated.resolve('placeOrder');
    app.send({ type: 'order.submit', amount: 4 });
    expect(coverage.ignored).toEqual([{ actor: 'shop', state: 'payment', event: 'order.submit' }]);
    expect(coverage.taken.get('shop')).toContain('shop.order.placing | done(placeOrder) [0]');
    expect(coverage.taken.get('pay')).toContain('pay.starting | always [1]');
  });

  it('accounts for what is excluded, and finds stale exclusions', () => {
    const definitions = allDefinitions(payMachine);
    const [free = '', choose = '', , submit = '', , worn = '', again = ''] = definitions.map((d) => d.id);
    const exclude = (definition: string) => ({ machine: 'pay', definition, issue: 9, reason: 'test' });
    const taken = new Set([choose, submit, again]);
    const result = account(definitions, taken, [exclude(free), exclude(worn), exclude(submit), exclude('pay.gone')]);
    expect(result.missing).toEqual(['pay.taking | done(takeToken) [0]']);
    expect(result.stale.map((x) => x.definition)).toEqual([submit, 'pay.gone']);
  });
});
