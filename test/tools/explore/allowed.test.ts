import { expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { allowedCrossings } from './allowed.ts';

const door = createMachine({
  id: 'door',
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
    'closed.locked × door.closed.locked | turn [0]',
    ...['leave', 'knock', 'alarm.*'].map((one) => `closed.locked × door | ${one} [0]`),
    'closed.free × door.closed.free | turn [0]',
    ...['leave', 'alarm.*'].map((one) => `closed.free × door | ${one} [0]`),
    'open × door.open | always [0]',
    'open × door.open | always [1]',
    'swinging × door.swinging | alarm.fire [0]',
    ...['leave', 'knock', 'alarm.*'].map((one) => `swinging × door | ${one} [0]`),
  ];
  expect(allowedCrossings(door).toSorted()).toEqual(expected.toSorted());
});
