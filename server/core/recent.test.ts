import { expect, it } from 'vitest';
import { createRecent } from './recent.ts';

const start = () => {
  let time = 0;
  let reads = 0;
  const recent = createRecent(1_000, () => time);
  const read = async () => {
    reads += 1;
    return reads;
  };
  const pass = (ms: number) => {
    time += ms;
  };
  return { of: (key = 'one') => recent.of(key, read), pass, reads: () => reads };
};

it('is read once, however many ask within a second', async () => {
  const { of, pass } = start();
  expect(await Promise.all([of(), of(), of()])).toEqual([1, 1, 1]);
  pass(999);
  expect(await of()).toBe(1);
  expect(await of('another')).toBe(2);
});

it('is never older than a second, also while the read is slow', async () => {
  const { of, pass, reads } = start();
  const slow = of();
  pass(1_000);
  expect(await of()).toBe(2);
  expect(await slow).toBe(1);
  expect(reads()).toBe(2);
});

it('does not store a failure', async () => {
  const recent = createRecent(1_000, () => 0);
  await expect(recent.of('one', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await recent.of('one', async () => 'here')).toBe('here');
});

it('is read again after it was cleared, also while an earlier read is running', async () => {
  let finish = (_value: string) => {};
  const recent = createRecent(1_000, () => 0);
  const earlier = recent.of('one', () => new Promise<string>((resolve) => (finish = resolve)));
  recent.clear();
  const later = recent.of('one', async () => 'new');
  finish('old');
  expect([await earlier, await later, await recent.of('one', async () => 'newer')]).toEqual(['old', 'new', 'new']);
});

it('stores a limited number of results', async () => {
  const { of, reads } = start();
  for (let key = 0; key < 3_000; key += 1) await of(String(key));
  await of('2999');
  expect(reads()).toBe(3_000);
  await of('0');
  expect(reads()).toBe(3_001);
});
