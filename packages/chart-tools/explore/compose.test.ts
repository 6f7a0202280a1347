import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { journeys } from './compose.ts';
import { account, createCoverage } from './coverage.ts';
import { allDefinitions } from './definitions.ts';
import { drive } from './drive.ts';
import type { Plans } from './plan.ts';
import { outcomeOf } from './realise.ts';
import { payMachine, shopMachine } from './samples.ts';
import { simulateActors } from './simulated.ts';

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
    expect(posts.map(({ actor }) => actor.join('/'))).toEqual(['shop', 'shop/pay']);
  });

  it('run on the real machines and their children, to full coverage', async () => {
    const coverage = createCoverage();
    for (const journey of posts.flatMap((post) => post.journeys)) {
      const { machine, simulated } = simulateActors(shopMachine);
      const app = createActor(machine, { inspect: coverage.inspect }).start();
      await drive(journey, { app, simulated });
      app.stop();
    }
    const { shop, pay } = coverage.results().transitions;
    expect(account(allDefinitions(shopMachine), new Set(shop)).missing).toEqual(['shop.complete | order.again [0]']);
    expect(account(allDefinitions(payMachine), new Set(pay)).missing).toEqual([]);
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

it('the end of a child is named by its failure code, or by its kind', () => {
  expect(outcomeOf({ failure: 'a' })).toBe('failure a');
  expect(outcomeOf({ failure: { code: 'a', unknown: false }, kind: 'paid' })).toBe('failure a');
  expect(outcomeOf({ failure: null, kind: 'free', token: 1 })).toBe('free');
  expect(outcomeOf({ token: 1 })).toBe('done');
  expect(outcomeOf(undefined)).toBe('done');
});
