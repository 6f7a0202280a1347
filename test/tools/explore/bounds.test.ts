import { describe, expect, it } from 'vitest';
import { createMachine } from 'xstate';
import { explore } from './explore.ts';
import { tours } from './tours.ts';

/** A chart of `size` states in a ring, with shortcuts and ways back: four transitions from each. */
const ring = (size: number) => {
  const at = (place: number) => `place-${(place + size) % size}`;
  const places = Array.from({ length: size }, (_, place) => [
    at(place),
    { on: { on: at(place + 1), back: at(place - 1), leap: at(place + 7), home: at(0) } },
  ]);
  return createMachine({ id: 'ring', initial: at(0), states: Object.fromEntries(places) });
};

describe('planning', () => {
  it('takes less than a second for a machine of 50 states', () => {
    const began = process.cpuUsage();
    const model = explore(ring(50));
    const walks = tours(model);
    // CPU time of this process alone, so that other load does not count.
    const { user } = process.cpuUsage(began);
    expect(model.states.size).toBe(50);
    expect(new Set(walks.flatMap(({ steps }) => steps.flatMap(({ takes }) => takes))).size).toBe(200);
    expect(user / 1000).toBeLessThan(1000);
  });
});
