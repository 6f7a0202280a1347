import { expect, it, vi } from 'vitest';
import { createSummary } from './summary.ts';

it('logs one line per five seconds with the total and the most frequent keys', () => {
  vi.useFakeTimers();
  const lines: unknown[] = [];
  const count = createSummary((level, event, facts) => void lines.push([level, event, facts]), 'requests_refused');
  for (let number = 0; number < 3_000; number += 1) count(number % 3 === 0 ? 'GET /orders' : 'GET /products');
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(5_000);
  const most = 'GET /products 2000, GET /orders 1000';
  expect(lines).toEqual([['warn', 'requests_refused', { count: 3_000, seconds: 5, most }]]);
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(1);
  count('GET /');
  vi.advanceTimersByTime(5_000);
  expect(lines[1]).toEqual(['warn', 'requests_refused', { count: 1, seconds: 5, most: 'GET / 1' }]);
});
