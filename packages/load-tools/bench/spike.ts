import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import * as v from 'valibot';
import { openLoop, type Sample } from './load.ts';
import { finish, type StartedPurchase, startPurchase } from './purchase.ts';

/** Input of the flood's thread: address, slots and rate. */
export const FloodSchema = v.object({
  url: v.string(),
  spans: v.array(v.string()),
  perSecond: v.number(),
  seconds: v.number(),
});

/**
 * Results of the flood: accepted orders, rejected ones (ms each, those of the first four seconds also
 * apart, and how many lacked a Retry-After), and other responses as text.
 */
const FloodedSchema = v.object({
  taken: v.number(),
  refused: v.array(v.number()),
  early: v.array(v.number()),
  withoutRetryAfter: v.number(),
  other: v.string(),
  seconds: v.number(),
});
export type Flooded = v.InferOutput<typeof FloodedSchema>;

/** Payments per second of purchases that were started before the flood. */
const paidPerSecond = 10;

/** Starts a purchase; waits while a waiting room is open, which the load before may have caused. */
const startWhenOpen = async (url: string, sandbox: string, span: string): Promise<StartedPurchase> => {
  for (;;)
    try {
      return await startPurchase(url, sandbox, span);
    } catch (thrown) {
      if (!String(thrown).includes('"queue_required"')) throw thrown;
      await pause(1_000);
    }
};

/**
 * Sends many more new orders than can be accepted, while visitors pay for orders that they placed before
 * (docs/architecture.md#bar-spike).
 */
export const spike = async (
  url: string,
  sandbox: string,
  seat: () => string,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<{ paid: Sample; flooded: Flooded }> => {
  const waiting: StartedPurchase[] = [];
  for (let count = 0; count < paidPerSecond * seconds; count += 1)
    waiting.push(await startWhenOpen(url, sandbox, seat()));
  // The flood's orders go round these slots, so that none sells out.
  const spans = Array.from({ length: 6_000 }, seat);
  // The flood begins a second before the payments, and ends a second after them.
  const thread = new Worker(new URL('./flood.ts', import.meta.url), {
    workerData: { url, spans, perSecond, seconds: seconds + 2 },
  });
  const result = once(thread, 'message');
  await pause(1_000);
  const paid = await openLoop(paidPerSecond, seconds, async () => {
    const one = waiting.pop();
    if (one) await finish(url, one);
  });
  const [flooded] = await result;
  return { paid, flooded: v.parse(FloodedSchema, flooded) };
};
