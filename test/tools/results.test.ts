import { expect, it } from 'vitest';
import { differing, secondsLeft, slowest } from './results.mjs';

const known = { a: 10, b: 30, c: 20 };

it('the time left follows what the files took last time', () => {
  const all = ['a', 'b', 'c'];
  expect(secondsLeft({ all, done: new Set(['a']), known, elapsed: 12 })).toBe(60);
  expect(secondsLeft({ all, done: new Set(all), known, elapsed: 70 })).toBe(0);
  expect(secondsLeft({ all, done: new Set(), known, elapsed: 5 })).toBeNull();
});

it('a file that never ran counts as the mean of the others', () => {
  expect(secondsLeft({ all: ['a', 'b', 'new'], done: new Set(['a']), known, elapsed: 10 })).toBe(50);
  expect(secondsLeft({ all: ['x', 'y'], done: new Set(['x']), known: {}, elapsed: 3 })).toBe(3);
});

it('the files that used most of the processor come first, as many as wanted', () => {
  const results = Object.entries(known).map(([name, cpu]) => ({ name, cpu, seconds: 40 }));
  expect(slowest(results, 2)).toEqual(['  30.0 s CPU   40.0 s  b', '  20.0 s CPU   40.0 s  c']);
});

it('a test that passes in one run and fails or is missing in another is listed', () => {
  const run = (tests: Record<string, string>) => [{ name: 'a.test.ts', seconds: 1, cpu: 1, tests }];
  const first = run({ same: 'passed', loose: 'passed', rare: 'passed' });
  const second = run({ same: 'passed', loose: 'failed' });
  expect(differing([first, second, first])).toEqual([
    'a.test.ts > loose: passed, failed, passed',
    'a.test.ts > rare: passed, not run, passed',
  ]);
  expect(differing([first, first])).toEqual([]);
});
