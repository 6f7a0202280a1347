import { expect } from 'vitest';
import type { Seen } from './seen.ts';
import { above } from './seen.ts';

/** A pending state without a request: the page is about to be left, which an event reports (docs/charts.md#leaving). */
const leaving = (state: unknown): boolean => state === 'redirecting';

/** A pause between two polls still awaits the response. */
const retries = (path: string): boolean => path.endsWith('/readPause');

/** docs/charts.md#tags Every `pending` state awaits a response, and while a write is pending no state is `settled`. */
export const expectTurns = ({ running, waiting }: Seen): void => {
  const asked = waiting.filter(({ path, isClock }) => !isClock || retries(path));
  for (const { path, snapshot } of running) {
    const awaited = asked.some((one) => one.path.startsWith(`${path}/`));
    if (snapshot.hasTag('pending') && !leaving(snapshot.value))
      expect(awaited, `${path} is pending, and somebody is asked`).toBe(true);
    const writes = asked.filter((one) => above(one.path) === path && 'key' in one.input);
    if (snapshot.hasTag('settled'))
      expect(
        writes.map((one) => one.path),
        `${path} is settled, and writes`,
      ).toEqual([]);
  }
};
