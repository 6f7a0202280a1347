import '#test/api/kit/day.ts';

/** How far the clock of this process is ahead of the machine's, ms: all happens on one day, far from the end of its month. */
export const ahead = Date.now() - (performance.timeOrigin + performance.now());
