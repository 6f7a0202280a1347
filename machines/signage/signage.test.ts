import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Today } from '#src/domain/signage.ts';
import { signageMachine } from './signage.machine.ts';
import type { ReadResult, SignageInput } from './signage.types.ts';

const day = 24 * 3_600_000;

setFlagsFromString('--expose-gc');
const gc: unknown = runInNewContext('gc');
/** Bytes in use after a garbage collection. */
const heap = (): number => {
  if (typeof gc === 'function') gc();
  return process.memoryUsage().heapUsed;
};

const today = (count: number): Today => ({
  as_of: new Date(Date.now() + 90_000).toISOString(),
  products: [{ uuid: `p${count}`, product_name: 'Museum', sale_type: 'time', time_spans: [] }],
});

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-12-01T09:00:00+09:00') });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A running display whose server replies with `answer`; `reads` counts its requests. */
const openDisplay = (answer: (count: number) => Today) => {
  let count = 0;
  const readToday = fromPromise<ReadResult, SignageInput>(async () => {
    count += 1;
    return { today: answer(count), at: Date.now() };
  });
  const actor = createActor(signageMachine.provide({ actors: { readToday } }), { input: { lang: 'ja' } }).start();
  return { actor, reads: () => count };
};

it('the wall reads every 30 s for a week without growing', async () => {
  const { reads, actor } = openDisplay(today);
  await vi.advanceTimersByTimeAsync(day);
  const before = heap();
  await vi.advanceTimersByTimeAsync(6 * day);
  const after = heap();
  expect(reads()).toBe(1 + (7 * day) / 30_000);
  expect(Object.keys(actor.getSnapshot().children)).toHaveLength(1);
  expect(after / before).toBeLessThan(1.1);
  actor.stop();
});
