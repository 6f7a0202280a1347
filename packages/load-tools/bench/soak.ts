import { setTimeout as pause } from 'node:timers/promises';
import { closedLoop, failureText, median } from './load.ts';
import { residentMB } from './machine.ts';
import { holdAndCancel, purchase, seatsOf } from './purchase.ts';

/** Resident memory in MB after a fifth of the time and at the end, their ratio, and the failures as text. */
export type Soaked = { early: number; late: number; ratio: number; purchases: number; failures: string };

/**
 * Buys steadily for some minutes (of four orders one is paid and three are cancelled) and samples memory every few seconds. The
 * first fifth is warm-up; the medians of the second and the last fifth are compared.
 */
export const soak = async (server: { url: string; pid: number }, sandbox: string, minutes: number): Promise<Soaked> => {
  const seats = await seatsOf(server.url);
  const samples: number[] = [];
  let isOver = false;
  const sampling = (async () => {
    while (!isOver) {
      samples.push(residentMB(server.pid));
      await pause((minutes * 60_000) / 100);
    }
  })();
  let count = 0;
  const sample = await closedLoop(8, minutes * 60, async () => {
    count += 1;
    await pause(100);
    await (count % 4 === 0 ? purchase(server.url, sandbox, seats.take()) : holdAndCancel(server.url, seats));
  });
  isOver = true;
  await sampling;
  const fifth = Math.max(1, Math.floor(samples.length / 5));
  const [early, late] = [median(samples.slice(fifth, 2 * fifth)), median(samples.slice(-fifth))];
  return { early, late, ratio: late / early, purchases: sample.times.length, failures: failureText(sample) };
};
