import { expect, it } from 'vitest';
import { cachedCheck } from './cached-check.ts';

it('runs the check at most once a second, and one at a time', async () => {
  let now = 0;
  let made = 0;
  let answer: (ok: boolean) => void = () => {};
  const isReady = cachedCheck(
    () => {
      made += 1;
      return new Promise<boolean>((resolve) => {
        answer = resolve;
      });
    },
    () => now,
  );
  const first = Array.from({ length: 100 }, isReady);
  now = 5_000;
  first.push(isReady());
  answer(true);
  expect(new Set(await Promise.all(first))).toEqual(new Set([true]));
  now = 5_999;
  expect([await isReady(), made]).toEqual([true, 1]);
  now = 6_000;
  const second = isReady();
  answer(false);
  expect([await second, made]).toEqual([false, 2]);
});

it('a failed check rejects all calls that share it, and runs again after a second', async () => {
  let now = 0;
  let made = 0;
  const isReady = cachedCheck(
    () => {
      made += 1;
      return made === 1 ? Promise.reject(new Error('away')) : Promise.resolve(true);
    },
    () => now,
  );
  await Promise.all([isReady(), isReady()].map((one) => expect(one).rejects.toThrow('away')));
  await expect(isReady()).rejects.toThrow('away');
  now = 1_000;
  expect([await isReady(), made]).toEqual([true, 2]);
});
