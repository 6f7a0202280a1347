import { expect } from 'vitest';
import { above, type Seen } from './seen.ts';

/** A pending state without a request: the page is about to be left, which an event reports (docs/charts.md#leaving). */
const isRedirecting = (state: unknown): boolean => state === 'redirecting';

/** A pause between two polls still awaits the response. */
const retries = (path: string): boolean => path.endsWith('/readPause');

/** docs/charts.md#tags Every `pending` state awaits a response, and while a write is pending no state is `settled`. */
export const expectTags = ({ running, waiting }: Seen): void => {
  const requests = waiting.filter(({ path, isClock }) => !isClock || retries(path));
  for (const { path, snapshot } of running) {
    const awaited = requests.some((one) => one.path.startsWith(`${path}/`));
    if (snapshot.hasTag('pending') && !isRedirecting(snapshot.value))
      expect(awaited, `${path} is pending with a request`).toBe(true);
    const writes = requests.filter((one) => above(one.path) === path && 'key' in one.input);
    if (snapshot.hasTag('settled'))
      expect(
        writes.map((one) => one.path),
        `${path} is settled without a write`,
      ).toEqual([]);
  }
};
