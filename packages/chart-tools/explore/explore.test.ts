import { describe, expect, it } from 'vitest';
import { assign, fromPromise, setup } from 'xstate';
import { explore } from './explore.ts';
import type { Plan } from './plan.ts';
import { payMachine, shopMachine } from './samples.ts';
import { crossings, tours } from './tours.ts';
import { everyState, way } from './ways.ts';

const shop: Plan = {
  reads: ['amount'],
  cases: {
    'order.submit': [{ amount: 0 }, { amount: 2 }],
    'xstate.done.actor.pay': [{ output: { kind: 'paid' } }, { output: { failure: 'payment_api_failure' } }],
  },
};

describe('explore', () => {
  it('finds each state and lists the transitions that no event can take', () => {
    const model = explore(shopMachine, shop);
    expect([...model.states.keys()]).toEqual([
      'order.choosing 0',
      'order.placing 0',
      'order.placing 2',
      'payment 2',
      'order.choosing 2',
      'complete 2',
    ]);
    expect(model.unreachable).toEqual(['shop.complete | order.again [0]']);
  });

  it('misses branches whose guard reads something that the key omits', () => {
    const { unreachable } = explore(shopMachine, { ...shop, reads: [] });
    expect(unreachable).toContain('shop.payment | done(pay) [1]');
  });

  it('lets a child end once, and again when it is started again', () => {
    const asking = setup({
      types: {} as { events: { type: 'ask.again' } },
      actors: { ask: fromPromise(async () => 1) },
    });
    const machine = asking.createMachine({
      id: 'asking',
      context: { replies: 0 },
      initial: 'on',
      states: {
        on: {
          invoke: {
            id: 'ask',
            src: 'ask',
            onDone: { actions: assign({ replies: ({ context }) => context.replies + 1 }) },
          },
          on: { 'ask.again': { target: 'on', reenter: true } },
        },
      },
    });
    const { states, edges } = explore(machine);
    expect([...states.keys()]).toEqual(['on', 'on -ask']);
    expect(edges.get('on -ask')?.map((e) => `${e.event.type} → ${e.to}`)).toEqual(['ask.again → on']);
  });

  it('stops when the key distinguishes too many states, and names the event that breaks a machine', () => {
    expect(() => explore(shopMachine, { ...shop, limit: 3 })).toThrow('shop: more than 3 places');
    const broken: Plan = { cases: { 'xstate.done.actor.pay': [{ output: 7 }] } };
    expect(() => explore(shopMachine, broken)).toThrow('shop in "payment" on xstate.done.actor.pay');
  });

  it('stops at the last transition, or finds every state where one is never taken', () => {
    const plan: Plan = { inputs: [{ free: true }, { free: false }], reads: ['tries'] };
    const [brief, whole] = [true, false].map((isBrief) => explore(payMachine, plan, { isBrief }));
    expect([brief?.unreachable, brief?.isWhole, whole?.isWhole]).toEqual([[], false, true]);
    expect(brief?.taken).toEqual(whole?.taken);
    expect(brief?.edges.size).toBeLessThan(whole?.edges.size ?? 0);
    expect(explore(shopMachine, shop, { isBrief: true }).isWhole).toBe(true);
  });
});

describe('tours', () => {
  it('takes every reachable transition that is not forbidden, in few walks', () => {
    const model = explore(shopMachine, shop);
    const walks = tours(model);
    const taken = new Set(walks.flatMap((w) => w.steps.flatMap((s) => s.takes)));
    const due = model.transitions.filter((d) => !d.forbidden && !model.unreachable.includes(d.id));
    expect(due.filter((d) => !taken.has(d.id))).toEqual([]);
    expect(walks.length).toBeLessThanOrEqual(2);
  });

  it('starts a new walk instead of exceeding the length limit', () => {
    const walks = tours(explore(shopMachine, { ...shop, maxSteps: 4 }));
    expect(Math.max(...walks.map((w) => w.steps.length))).toBeLessThanOrEqual(4);
    expect(walks.length).toBeGreaterThan(2);
  });

  it('takes a transition once by each payload that the plan tells apart', () => {
    const amountOf = (event: object): string => ('amount' in event ? String(event.amount) : '');
    const amounts = (plan: Plan) =>
      [tours, crossings].map((planned) => {
        const model = explore(shopMachine, {
          ...plan,
          cases: { ...plan.cases, 'order.submit': [{ amount: 2 }, { amount: 3 }] },
        });
        const steps = planned(model).flatMap((walk) => walk.steps);
        return [...new Set(steps.map(({ event }) => amountOf(event)).filter((one) => one))];
      });
    expect(amounts(shop)).toEqual([['2'], ['2']]);
    expect(amounts({ ...shop, payload: amountOf }).map((one) => one.toSorted())).toEqual([
      ['2', '3'],
      ['2', '3'],
    ]);
  });
});

it('ways lead to each state in which a walk can stop, and to no other', () => {
  const pay = explore(payMachine, { inputs: [{ free: false }], reads: ['tries'] });
  expect(everyState(pay).map(({ steps }) => steps.at(-1)?.state)).toEqual([undefined, 'taking', 'paid', 'refused']);
  expect(() => way(pay, 'starting')).toThrow('pay.starting is left by the step that enters it: no walk can stop there');
  expect(() => way(pay, 'elsewhere')).toThrow('pay has no state "elsewhere". It has: choosing, taking, paid, refused');
});
