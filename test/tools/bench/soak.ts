import { setTimeout as pause } from 'node:timers/promises';
import { closedLoop, median } from './load.ts';
import { residentMB } from './machine.ts';
import { placeOrder, purchase, seatsOf } from './purchase.ts';

/** Resident memory, MB: after a fifth of the time, at the end, and their ratio. */
export type Soaked = { early: number; late: number; ratio: number; purchases: number; failed: number };

/**
 * Buys for so many minutes, steadily, and looks at the memory every few seconds. The first fifth warms up; the medians of the
 * second and the last fifth are compared.
 */
export const soak = async (server: { url: string; pid: number }, sandbox: string, minutes: number): Promise<Soaked> => {
  const seat = await seatsOf(server.url);
  const seen: number[] = [];
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      seen.push(residentMB(server.pid));
      await pause((minutes * 60_000) / 100);
    }
  })();
  let count = 0;
  const sample = await closedLoop(8, minutes * 60, async () => {
    count += 1;
    await pause(100);
    await (count % 4 === 0 ? purchase(server.url, sandbox, seat()) : placeOrder(server.url, seat()));
  });
  isOver = true;
  await looking;
  const fifth = Math.max(1, Math.floor(seen.length / 5));
  const [early, late] = [median(seen.slice(fifth, 2 * fifth)), median(seen.slice(-fifth))];
  return { early, late, ratio: late / early, purchases: sample.times.length, failed: sample.failed };
};
