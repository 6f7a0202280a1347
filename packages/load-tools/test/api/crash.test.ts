import { type Failpoint, failpoints, readFailpoint } from 'ticket-store/server/shared/failpoints.ts';
import { sampled } from 'ticket-store/test/tools/sample.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { accountFaults } from '../../crash/accounts.ts';
import { type CrashFixture, openCrashFixture } from '../../crash/fixture.ts';
import { crashAt, lastMails, type Run } from '../../crash/run.ts';

/** Kills the server at work while visitors buy. `npm run tool -- load crash` covers all failpoints and random moments. */
const half = failpoints.length / 2;
const points: Failpoint[] = sampled('failpoints', [failpoints.slice(0, half), failpoints.slice(half)]);

let fixture: CrashFixture;
beforeAll(async () => {
  fixture = await openCrashFixture();
});
afterAll(() => fixture?.close());

it('crashes at the failpoint, restarts, and keeps everything it had confirmed', async () => {
  // The seed is arbitrary, and fixed so that every run has the same visitors. Two failpoints share visitors and checks, to save time.
  const run: Run = { fixture, seed: 7, atOnce: 8, slowness: null, promises: [], kills: 0 };
  for (let at = 0; at < points.length; at += 2) {
    const { hits, faults } = await crashAt(run, points.slice(at, at + 2));
    expect(faults).toEqual([]);
    expect(hits).toEqual(points.slice(at, at + 2));
  }
  expect(await lastMails(run)).toEqual([]);
  expect(await accountFaults(fixture)).toEqual([]);
  expect(run.promises.filter(({ status }) => status === 'paid').length).toBeGreaterThan(0);
});

it('a failpoint names the pass at which it applies', () => {
  expect(readFailpoint('paid_committed')).toEqual({ name: 'paid_committed', passesLeft: 1, isStop: false });
  expect(readFailpoint('paid_committed:12')).toEqual({ name: 'paid_committed', passesLeft: 12, isStop: false });
  expect(readFailpoint('paid_committed:2:stop')).toEqual({ name: 'paid_committed', passesLeft: 2, isStop: true });
  for (const wrong of [
    'paid_committed:stop',
    '',
    'nowhere',
    'paid_committed:',
    'paid_committed:0',
    'paid_committed:x',
    'paid_committed:1:2',
  ])
    expect(readFailpoint(wrong)).toBeNull();
});
