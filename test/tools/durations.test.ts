import { expect, it } from 'vitest';
import { secondsLeft, slowest } from './durations.mjs';

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

it('the slowest come first, as many as wanted', () => {
  expect(slowest(known, 2)).toEqual(['  30.0 s  b', '  20.0 s  c']);
});
