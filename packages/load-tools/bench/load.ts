import { setTimeout as sleep } from 'node:timers/promises';

/** Durations (ms) of successful runs, failures counted by message, and the total duration (s). */
export type Sample = { times: number[]; failures: Map<string, number>; seconds: number };

/** The message of an error without its variable parts, so that equal errors are counted together. */
const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error))
    .replaceAll(/,"(?:request_id|retry_after)":[^,}]+/g, '')
    .slice(0, 200);

const countIn = (failures: Map<string, number>) => (error: unknown) => {
  const message = messageOf(error);
  failures.set(message, (failures.get(message) ?? 0) + 1);
};

/** The number of failures by message; empty without failures. */
export const failureText = ({ failures }: Pick<Sample, 'failures'>): string =>
  [...failures].map(([message, count]) => `${count} failed: ${message}`).join('; ');

/** The quantile of the numbers by nearest rank. */
export const quantile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(numbers.length * share) - 1)] ?? Number.NaN;

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

/**
 * Starts `perSecond` runs regardless of whether earlier ones have finished. Durations count from the scheduled start, so waiting
 * behind others counts.
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
    const run: Promise<unknown> = one()
      .then(() => times.push(performance.now() - due), countIn(failures))
      .finally(() => running.delete(run));
    running.add(run);
  }
  await Promise.all(running);
  return { times, failures, seconds: (performance.now() - start) / 1000 };
};

/** Keeps `atOnce` runs in progress, each starting again when it has finished. */
export const closedLoop = async (atOnce: number, seconds: number, one: () => Promise<unknown>): Promise<Sample> => {
  const times: number[] = [];
  const failures = new Map<string, number>();
  const start = performance.now();
  const end = start + seconds * 1000;
  const visitor = async () => {
    while (performance.now() < end) {
      const began = performance.now();
      await one().then(() => times.push(performance.now() - began), countIn(failures));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, visitor));
  return { times, failures, seconds: (performance.now() - start) / 1000 };
};
