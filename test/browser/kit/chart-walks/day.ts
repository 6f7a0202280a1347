import '#test/api/kit/day.ts';

/** Milliseconds by which this process's clock is ahead of the machine's; all tests run on one day, far from a month's end. */
export const ahead = Math.round(Date.now() - (performance.timeOrigin + performance.now()));
