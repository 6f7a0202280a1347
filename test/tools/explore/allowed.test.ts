import { expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { allowedCrossings } from './allowed.ts';

const lift = createMachine({
  id: 'lift',
  initial: 'closed',
  on: { knock: { actions: 'bark' }, leave: '.closed', 'alarm.*': { actions: 'ring' } },
  states: {
    closed: {
      initial: 'locked',
      states: {
        locked: { on: { turn: [{ guard: 'fits', target: 'free' }, {}] } },
        free: { on: { turn: 'locked', knock: {}, leave: { guard: 'late' } } },
      },
      on: { turn: 'open' },
    },
    open: { always: [{ guard: 'windy', target: 'closed' }, 'swinging'] },
    swinging: { on: { 'alarm.fire': [{ target: 'gone' }, { actions: 'never' }] } },
    gone: { type: 'final' },
  },
});

it('allows in each leaf what no earlier or inner transition hides, and in one that is left at once what leaves it', () => {
  const expected = [
    'closed.locked × lift.closed.locked | turn [0]',
    ...['leave', 'knock', 'alarm.*'].map((one) => `closed.locked × lift | ${one} [0]`),
    'closed.free × lift.closed.free | turn [0]',
    ...['leave', 'alarm.*'].map((one) => `closed.free × lift | ${one} [0]`),
    'open × lift.open | always [0]',
    'open × lift.open | always [1]',
    'swinging × lift.swinging | alarm.fire [0]',
    ...['leave', 'knock', 'alarm.*'].map((one) => `swinging × lift | ${one} [0]`),
  ];
  expect(allowedCrossings(lift).toSorted()).toEqual(expected.toSorted());
});
