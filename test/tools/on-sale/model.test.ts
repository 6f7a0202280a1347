import { describe, expect, it } from 'vitest';
import { chanceOf } from '../race/chance.ts';
import { costs, quantile, simulate } from './model.ts';

const sale = { visitors: 20_000, seats: 4_000, minutes: 10, processes: 1, hasQueue: true };
const outcomeOf = (about: Partial<typeof sale>, seed = 1) => simulate({ ...sale, ...about }, chanceOf(seed));

describe('a simulated sale', () => {
  it('is the same for the same seed, and another one for another', () => {
    expect(outcomeOf({})).toEqual(outcomeOf({}));
    expect(outcomeOf({}, 2)).not.toEqual(outcomeOf({}));
  });

  it('accounts for every visitor', () => {
    const { waits, waitsInVain, soldOutAfter } = outcomeOf({ hasQueue: false });
    expect(waits.length + waitsInVain.length).toBe(20_000);
    expect(soldOutAfter).not.toBeNull();
  });

  it('rejects orders beyond what the processes carry, and none with a queue', () => {
    const crowd = { visitors: 100_000, seats: 100_000 };
    expect(outcomeOf({ ...crowd, hasQueue: false }).rejected).toBeGreaterThan(0);
    expect(outcomeOf(crowd)).toMatchObject({ rejected: 0, gaveUp: 0 });
  });

  it('never places more orders than the processes carry, and waits less with more of them', () => {
    const crowd = { visitors: 60_000, seats: 200_000 };
    const [one, four] = [outcomeOf(crowd), outcomeOf({ ...crowd, processes: 4 })];
    expect(one.ordersAtMost).toBeLessThanOrEqual(costs.ordersPerSecond);
    expect(quantile(one.waits, 0.95)).toBeGreaterThan(quantile(four.waits, 0.95));
  });

  it('lets everybody pass at once while there is room', () => {
    expect(quantile(outcomeOf({ visitors: 1_000, seats: 10_000 }).waits, 1)).toBe(0);
  });
});
