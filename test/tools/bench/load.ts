import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds of what succeeded, how much did not, and how long it all took. */
export type Sample = { times: number[]; failed: number; seconds: number };

/** In: any numbers and a share. Out: the number below which that share of them lies (nearest rank). */
export const quantile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(numbers.length * share) - 1)] ?? Number.NaN;

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

/** In: work. Out: how long it took, in ms. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

/**
 * So many a second whether or not the earlier ones are answered, as visitors come. Each is timed from the moment it was due:
 * one that had to wait behind others counts its waiting.
 */
export const openLoop = async (perSecond: number, seconds: number, one: () => Promise<unknown>): Promise<Sample> => {
  const times: number[] = [];
  let failed = 0;
  const start = performance.now();
  const running = new Set<Promise<unknown>>();
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const due = start + (number * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    const asked: Promise<unknown> = one()
      .then(
        () => times.push(performance.now() - due),
        () => {
          failed += 1;
        },
      )
      .finally(() => running.delete(asked));
    running.add(asked);
  }
  await Promise.all(running);
  return { times, failed, seconds: (performance.now() - start) / 1000 };
};

/** So many at once, each beginning again when it is done. */
export const closedLoop = async (atOnce: number, seconds: number, one: () => Promise<unknown>): Promise<Sample> => {
  const times: number[] = [];
  let failed = 0;
  const start = performance.now();
  const end = start + seconds * 1000;
  const visitor = async () => {
    while (performance.now() < end)
      try {
        times.push(await timed(one));
      } catch {
        failed += 1;
      }
  };
  await Promise.all(Array.from({ length: atOnce }, visitor));
  return { times, failed, seconds: (performance.now() - start) / 1000 };
};
