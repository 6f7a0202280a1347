import { describe, expect, it } from 'vitest';
import { explore } from './explore.ts';
import { pairs } from './pairs.ts';
import { payMachine } from './samples.ts';
import { tours } from './tours.ts';
import { byHand, everyState, statesOf, way } from './ways.ts';

const pay = explore(payMachine, {
  inputs: [{ free: false }],
  reads: ['free', 'tries'],
  cases: { 'xstate.error.actor.takeToken': [{ error: 'no' }] },
});
const eventsOf = ({ steps }: { steps: readonly { event: { type: string } }[] }) => steps.map(({ event }) => event.type);

describe('a way', () => {
  it('is the shortest one to a state, from a start or from another state', () => {
    expect(eventsOf(way(pay, { to: 'paid' }))).toEqual(['pay.submit', 'xstate.done.actor.takeToken']);
    expect(eventsOf(way(pay, { from: 'taking', to: 'choosing' }))).toEqual([
      'pay.submit',
      'xstate.error.actor.takeToken',
    ]);
  });

  it('avoids states, events and transitions', () => {
    expect(() => way(pay, { to: 'paid', avoid: ['taking'] })).toThrow('pay: no way to "paid" without taking');
    expect(() => way(pay, { to: 'refused', avoid: ['error(takeToken)'] })).toThrow('no way');
    expect(() => way(pay, { to: 'paid', avoid: ['pay.taking | done(takeToken) [0]'] })).toThrow('no way');
  });

  it('to an unknown state fails with the known states', () => {
    expect(() => way(pay, { to: 'payed' })).toThrow(
      'pay has no state "payed". It has: choosing, taking, paid, refused',
    );
  });

  it('rejects an unknown name to avoid', () => {
    expect(() => way(pay, { to: 'paid', avoid: ['refused', 'takng'] })).toThrow(
      'pay has no state, event or transition "takng"',
    );
  });

  it('leads to every state', () => {
    expect(everyState(pay).map(({ steps, start }) => steps.at(-1)?.state ?? start.key.split(' ')[0])).toEqual(
      statesOf(pay),
    );
  });
});

describe('a way given by hand', () => {
  it('is found whichever data it takes', () => {
    const walk = byHand(pay, ['pay.submit', 'error(takeToken)', '@choosing', 'pay.submit', 'done(takeToken)', '@paid']);
    expect(walk.steps.at(-1)?.state).toBe('paid');
  });

  it('fails at an impossible step, with the events that are possible instead', () => {
    expect(() => byHand(pay, ['pay.submit', 'pay.cancel'])).toThrow(
      'pay: step 2, "pay.cancel", is not possible; "taking" handles: done(takeToken), error(takeToken)',
    );
    expect(() => byHand(pay, ['pay.submit', '@paid'])).toThrow('step 2, "@paid", is not possible; it is in "taking"');
  });
});

describe('pairs', () => {
  it('are all taken, which walks over transitions do not achieve', () => {
    const { walks, taken, missing } = pairs(pay);
    expect(missing).toEqual([]);
    expect([...taken].toSorted()).toEqual(
      [
        'pay.starting | always [1] > pay.choosing | pay.submit [0]',
        'pay.choosing | pay.submit [0] > pay.taking | done(takeToken) [0]',
        'pay.choosing | pay.submit [0] > pay.taking | error(takeToken) [0]',
        'pay.choosing | pay.submit [0] > pay.taking | error(takeToken) [1]',
        'pay.taking | error(takeToken) [1] > pay.choosing | pay.submit [0]',
      ].toSorted(),
    );
    const steps = (all: readonly { steps: readonly unknown[] }[]) =>
      all.reduce((sum, one) => sum + one.steps.length, 0);
    expect(steps(walks)).toBeGreaterThanOrEqual(steps(tours(pay)));
  });

  it('that states promise and no walk takes are reported', () => {
    // Without the context key that its guard reads, two states get the same key.
    const blind = explore(payMachine, {
      inputs: [{ free: false }],
      cases: { 'xstate.error.actor.takeToken': [{ error: 'no' }] },
    });
    expect(pairs(blind).missing.length + blind.unreachable.length).toBeGreaterThan(0);
  });
});
