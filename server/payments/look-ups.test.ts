import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Outcome } from '#server/payments/providers/adapter.ts';
import { type LookUps, shareLookUp } from './look-ups.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const paid: Outcome = { kind: 'paid', providerId: 'pi', amount: 3800, currency: 'jpy' };

it('others share a look-up while it runs, and its failure', async () => {
  for (const end of ['resolve', 'reject'] as const) {
    const lookUps: LookUps = new Map();
    const provider = Promise.withResolvers<Outcome>();
    const own = shareLookUp(lookUps, 'attempt', provider.promise);
    const other = lookUps.get('attempt');
    const outcomes = Promise.allSettled([own, other]);
    if (end === 'resolve') provider.resolve(paid);
    else provider.reject(new Error('No database.'));
    const [first, second] = await outcomes;
    expect(second).toEqual(first);
    expect([first?.status, lookUps.size]).toEqual([end === 'resolve' ? 'fulfilled' : 'rejected', 0]);
  }
});

it('others wait for two seconds at most', async () => {
  const lookUps: LookUps = new Map();
  const provider = Promise.withResolvers<Outcome>();
  const own = shareLookUp(lookUps, 'attempt', provider.promise);
  const other = lookUps.get('attempt');
  await vi.advanceTimersByTimeAsync(1_999);
  expect(lookUps.get('attempt')).toBe(other);
  await vi.advanceTimersByTimeAsync(1);
  expect([await other, lookUps.size]).toEqual([null, 0]);
  provider.resolve(paid);
  expect(await own).toEqual(paid);
});

it('the newest of two is shared', () => {
  const lookUps: LookUps = new Map();
  const never = new Promise<Outcome>(() => {});
  void shareLookUp(lookUps, 'attempt', never);
  const first = lookUps.get('attempt');
  void shareLookUp(lookUps, 'attempt', never);
  expect(lookUps.get('attempt')).not.toBe(first);
  vi.advanceTimersByTime(1_999);
  expect(lookUps.size).toBe(1);
});
