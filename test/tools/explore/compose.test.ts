import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { journeys } from './compose.ts';
import { account, createCoverage } from './coverage.ts';
import { allDefinitions } from './definitions.ts';
import { drive } from './drive.ts';
import type { Plans } from './plan.ts';
import { outcomeOf, wayTo } from './realise.ts';
import { payMachine, shopMachine } from './samples.ts';
import { simulateActors } from './simulated.ts';
import { fresh } from './step.ts';

const plans: Plans = {
  shop: { reads: ['amount'], cases: { 'order.submit': [{ amount: 0 }, { amount: 2 }] } },
  pay: { reads: ['free', 'tries'], cases: { 'xstate.error.actor.takeToken': [{ error: 'no' }] } },
};

const posts = journeys(shopMachine, plans);
const at = (path: string) => {
  const post = posts.find(({ actor }) => actor.join('/') === path);
  if (post === undefined) throw new Error(`no post ${path}`);
  return post;
};

describe('journeys', () => {
  it('find each child machine at its position in the tree', () => {
    expect(posts.map(({ actor }) => actor.join('/'))).toEqual(['shop', 'shop/bell', 'shop/pay']);
  });

  it('start a child from every state in which its parent starts it, by the shortest way', () => {
    const pay = at('shop/pay');
    expect([...pay.model.states.values()].filter((p) => p.depth === 0).map((p) => p.key)).toEqual(
      ['paid true 0 {"kind":"paid","method":"card"}', 'choosing false 0'].slice(1),
    );
    const [first] = pay.journeys;
    expect(first?.steps.slice(0, first.prefix).map((s) => s.event.type)).toEqual([
      'order.submit',
      'xstate.done.actor.placeOrder',
    ]);
  });

  it("replace a child's end by the child's own steps", () => {
    const allSteps = at('shop').journeys.flatMap(({ steps }) => steps);
    const end = allSteps.findIndex(
      (s) => s.automatic && s.takes.some((id) => id.includes('failure.payment_api_failure')),
    );
    expect(allSteps.slice(end - 4, end + 1).map((s) => `${s.actor.join('/')} ${s.event.type}`)).toEqual([
      'shop/pay pay.submit',
      'shop/pay xstate.error.actor.takeToken',
      'shop/pay pay.submit',
      'shop/pay xstate.error.actor.takeToken',
      'shop xstate.done.actor.pay',
    ]);
    expect(allSteps[end - 1]?.ends).toBe(true);
  });

  it('give a child only reachable ends, and report at once a child that is done when it starts', () => {
    const { edges } = at('shop').model;
    expect(edges.get('payment 0')).toBeUndefined();
    const ends = edges.get('payment 2')?.filter((e) => e.event.type === 'xstate.done.actor.pay');
    expect(ends?.map((e) => e.event)).toMatchObject([
      { type: 'xstate.done.actor.pay', output: { kind: 'paid', method: 'card' } },
      { type: 'xstate.done.actor.pay', output: { failure: 'payment_api_failure' } },
    ]);
    expect(edges.get('order.placing 0')?.find((e) => e.event.type.includes('done'))?.takes).toEqual([
      'shop.order.placing | done(placeOrder) [0]',
      'shop.payment | done(pay) [2]',
    ]);
  });

  it('run on the real machines and their children, to full coverage', async () => {
    const coverage = createCoverage();
    for (const journey of posts.flatMap((post) => post.journeys)) {
      const { machine, simulated } = simulateActors(shopMachine);
      const app = createActor(machine, { inspect: coverage.inspect }).start();
      await drive(journey, { app, simulated });
      app.stop();
    }
    const shop = account(allDefinitions(shopMachine), coverage.taken.get('shop') ?? new Set());
    expect(shop.missing).toEqual(['shop.complete | order.again [0]']);
    expect(account(allDefinitions(payMachine), coverage.taken.get('pay') ?? new Set()).missing).toEqual([]);
    expect(coverage.ignored).toEqual([]);
  });

  it('fail where the running app takes another transition', async () => {
    const { machine, simulated } = simulateActors(shopMachine);
    const app = createActor(machine.provide({ guards: { isSomething: () => false } })).start();
    const journey = at('shop').journeys.find(({ steps }) => steps.some((s) => s.state === 'complete'));
    if (journey === undefined) throw new Error('no journey to complete');
    await expect(drive(journey, { app, simulated })).rejects.toThrow(
      'planned "complete", the app is in "order.choosing"',
    );
  });
});

describe('the way of a child', () => {
  it('is the shortest way to the wanted state, or undefined', () => {
    const place = [...at('shop').model.states.values()].find(({ key }) => key === 'payment 2');
    const child = fresh(place?.spot.snapshot.children.pay);
    if (child === undefined) throw new Error('no child');
    const to = (state: string) =>
      wayTo(plans, child.spot, (s) => s.matches(state), ['pay'])?.steps.map((s) => s.event.type);
    expect(to('paid')).toEqual(['pay.submit', 'xstate.done.actor.takeToken']);
    expect(to('choosing')).toEqual([]);
    expect(to('nowhere')).toBeUndefined();
  });

  it('names ends by failure code, or by kind', () => {
    expect(outcomeOf({ failure: 'a' })).toBe('failure a');
    expect(outcomeOf({ failure: { code: 'a', unknown: false }, kind: 'paid' })).toBe('failure a');
    expect(outcomeOf({ failure: null, kind: 'free', token: 1 })).toBe('free');
    expect(outcomeOf({ token: 1 })).toBe('done');
    expect(outcomeOf(undefined)).toBe('done');
  });
});
