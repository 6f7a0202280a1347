import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds of what succeeded, why the others did not (how many by its words), and how long it all took. */
export type Sample = { times: number[]; failures: Map<string, number>; seconds: number };

/** In: a failure. Out: its words without what is different each time, so that the same ones can be counted. */
const wordsOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replaceAll(/,"(?:request_id|retry_after)":[^,}]+/g, '')
    .slice(0, 200);

const countIn = (failures: Map<string, number>) => (error: unknown) => {
  const words = wordsOf(error);
  failures.set(words, (failures.get(words) ?? 0) + 1);
};

/** Out: how many failed, and why; empty when none did. */
export const toldOf = ({ failures }: Pick<Sample, 'failures'>): string =>
  [...failures].map(([words, count]) => `${count} failed: ${words}`).join('; ');

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
  const failures = new Map<string, number>();
  const start = performance.now();
  const running = new Set<Promise<unknown>>();
  for (let number = 0; number < perSecond * seconds; number += 1) {
    const due = start + (number * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    const asked: Promise<unknown> = one()
      .then(() => times.push(performance.now() - due), countIn(failures))
      .finally(() => running.delete(asked));
    running.add(asked);
  }
  await Promise.all(running);
  return { times, failures, seconds: (performance.now() - start) / 1000 };
};

/** So many at once, each beginning again when it is done. */
export const closedLoop = async (atOnce: number, seconds: number, one: () => Promise<unknown>): Promise<Sample> => {
  const times: number[] = [];
  const failures = new Map<string, number>();
  const start = performance.now();
  const end = start + seconds * 1000;
  const visitor = async () => {
    while (performance.now() < end)
      try {
        times.push(await timed(one));
      } catch (error) {
        countIn(failures)(error);
      }
  };
  await Promise.all(Array.from({ length: atOnce }, visitor));
  return { times, failures, seconds: (performance.now() - start) / 1000 };
};
