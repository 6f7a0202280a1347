import { describe, expect, it } from 'vitest';
import { createActor, type EventObject } from 'xstate';
import { account, createCoverage } from './coverage.ts';
import { allDefinitions } from './definitions.ts';
import { actorAt, holdActors } from './held.ts';
import { payMachine, shopMachine } from './samples.ts';

function open() {
  const coverage = createCoverage();
  const { machine, held } = holdActors(shopMachine);
  const app = createActor(machine, { inspect: coverage.inspect }).start();
  return { app, held, coverage };
}

describe('held actors', () => {
  it('wait until told, in every machine of the tree', () => {
    const { app, held } = open();
    expect(held.waiting()).toEqual(['shop/line']);
    app.send({ type: 'order.submit', amount: 2 });
    expect(held.waiting()).toEqual(['shop/line', 'shop/placeOrder']);
    held.resolve('placeOrder', { token: 't' });
    expect(held.waiting()).toEqual(['shop/line', 'shop/deadline']);
    actorAt(app, ['shop', 'pay'])?.send({ type: 'pay.submit' });
    expect(held.waiting()).toContain('shop/pay/takeToken');
    held.reject('shop/pay/takeToken', new Error('refused'));
    expect(actorAt(app, ['shop', 'pay'])?.getSnapshot().value).toBe('choosing');
    held.fire('deadline');
    expect(app.getSnapshot().value).toEqual({ order: 'choosing' });
  });

  it('speak to their parent when they are callbacks', () => {
    const { app, held } = open();
    held.emit('line', { type: 'line.lost' });
    expect(app.getSnapshot().context.code).toBe('lost');
  });

  it('know their input, and nobody answers for one who left', () => {
    const { app, held } = open();
    app.send({ type: 'order.submit', amount: 2 });
    expect(held.input('placeOrder')).toBeUndefined();
    const refusal: EventObject & { error: string } = { type: 'xstate.error.actor.placeOrder', error: 'no' };
    held.answer(['shop'], refusal);
    expect(app.getSnapshot().value).toEqual({ order: 'choosing' });
    expect(() => held.resolve('placeOrder')).toThrow('nobody waits at placeOrder; waiting: shop/line');
  });

  it('are asked again after a restore', () => {
    const first = open();
    first.app.send({ type: 'order.submit', amount: 2 });
    const saved = JSON.parse(JSON.stringify(first.app.getPersistedSnapshot()));
    const { machine, held } = holdActors(shopMachine);
    const app = createActor(machine, { snapshot: saved }).start();
    held.resolve('placeOrder');
    expect(app.getSnapshot().value).toBe('payment');
  });

  it('may be left real by name', () => {
    const { machine } = holdActors(shopMachine, { except: ['listen'] });
    expect(machine.implementations.actors.listen).toBe(shopMachine.implementations.actors.listen);
  });
});

describe('coverage', () => {
  it('counts what ran, by machine, and lists what nothing heard', () => {
    const { app, held, coverage } = open();
    app.send({ type: 'order.submit', amount: 2 });
    app.send({ type: 'order.submit', amount: 3 });
    expect(coverage.ignored).toEqual([]);
    held.resolve('placeOrder');
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
    const told = account(definitions, taken, [exclude(free), exclude(worn), exclude(submit), exclude('pay.gone')]);
    expect(told.missing).toEqual(['pay.taking | done(takeToken) [0]']);
    expect(told.stale.map((x) => x.definition)).toEqual([submit, 'pay.gone']);
  });
});
