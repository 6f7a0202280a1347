import { expect, it } from 'vitest';
import { watchOutages } from './unavailable.ts';

it('logs two lines per outage and at most one lost connection per second, however many requests fail', () => {
  const logged: unknown[] = [];
  let now = 5_000;
  const outage = watchOutages(
    (level, event, facts) => logged.push([level, event, facts]),
    () => now,
  );
  outage.answered();
  for (const code of ['57P01', 'connection_lost', '57P01']) outage.lost(code);
  now += 1_000;
  outage.lost('57P01');
  for (let count = 0; count < 50; count += 1) outage.failed('ECONNREFUSED');
  now += 2_500;
  for (let count = 0; count < 3; count += 1) outage.answered();
  outage.failed('57P03');
  expect(logged).toEqual([
    ['warn', 'database_connection_lost', { code: '57P01' }],
    ['warn', 'database_connection_lost', { code: '57P01' }],
    ['error', 'database_away', { code: 'ECONNREFUSED' }],
    ['warn', 'database_back', { ms: 2_500 }],
    ['error', 'database_away', { code: '57P03' }],
  ]);
});
