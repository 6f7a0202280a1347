import { describe, expect, it } from 'vitest';
import { explore } from './explore.ts';
import { pairs } from './pairs.ts';
import { payMachine } from './samples.ts';
import { tours } from './tours.ts';
import { everyState, statesOf, way } from './ways.ts';

const pay = explore(payMachine, {
  inputs: [{ free: false }],
  reads: ['free', 'tries'],
  cases: { 'xstate.error.actor.takeToken': [{ error: 'no' }] },
});
const eventsOf = ({ steps }: { steps: readonly { event: { type: string } }[] }) => steps.map(({ event }) => event.type);

describe('a way', () => {
  it('is the shortest one to a state', () => {
    expect(eventsOf(way(pay, 'paid'))).toEqual(['pay.submit', 'xstate.done.actor.takeToken']);
  });

  it('to an unknown state fails with the known states', () => {
    expect(() => way(pay, 'payed')).toThrow('pay has no state "payed". It has: choosing, taking, paid, refused');
  });

  it('leads to every state', () => {
    expect(everyState(pay).map(({ steps, start }) => steps.at(-1)?.state ?? start.key.split(' ')[0])).toEqual(
      statesOf(pay),
    );
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
