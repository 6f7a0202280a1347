import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Db } from '#server/db/open.ts';
import { createWaitingRoom, type WaitingRoom } from '#server/orders/waiting-room/waiting-room.ts';
import { Problem } from '#server/shared/problem.ts';
import { randomly } from '#test/tools/sample.ts';
import { timed } from './kit/buyer.ts';
import { openTestDatabase } from './kit/database.ts';
import { newBrowser, passSeconds, sitesWithQueue } from './kit/queue.ts';
import { forFile } from './kit/shop.ts';

/** Browsers that press and ask at two processes, whose rounds are answered late (docs/architecture.md#waiting-room). */

const site = 'borderless';
const { sites } = sitesWithQueue({ ordersPerMinute: 1 });
const { db } = await forFile(openTestDatabase());

/** The database as a process sees it whose replies come in the sequence of the scheduler. */
const delayed = (scheduler: fc.Scheduler): Db =>
  db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => scheduler.schedule(Promise.resolve(result)),
  });

const press = (room: WaitingRoom, browser: string): Promise<void> =>
  room
    .enter(
      { site, product: timed, browser, visitor: null, effectId: crypto.randomUUID(), keyHash: null, replaces: null },
      async () => undefined,
    )
    .catch((thrown) => {
      if (!(thrown instanceof Problem && thrown.code === 'queue_required')) throw thrown;
    });

/** Whether a browser waits or may order. */
const hasPlace = async (browser: string): Promise<boolean> => {
  const row = await db
    .selectFrom('waiting_places')
    .select(['state', 'admitted_until'])
    .where('browser_hash', '=', browser)
    .executeTakeFirst();
  return row?.state === 'waiting' || (row?.state === 'admitted' && Number(row.admitted_until) > Date.now());
};

const process = fc.constantFrom(0, 1);
const act = fc.record({ does: fc.constantFrom('press', 'read'), at: process });
const time = fc.oneof(
  { weight: 2, arbitrary: fc.record({ does: fc.constant('round'), at: process }) },
  fc.record({ does: fc.constant('minute'), at: fc.constant(0) }),
);
const upTo = (maxLength: number) => ({ minLength: 1, maxLength });
const visits = fc.array(fc.array(act, upTo(5)), upTo(3));

it('never reports to a browser that has a place that it has ended', async () => {
  const reported = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), visits, fc.array(time, upTo(6)), async (scheduler, lives, clock) => {
      await db.deleteFrom('waiting_rooms').execute();
      const own = delayed(scheduler);
      const rooms = [0, 1].map(() => createWaitingRoom({ db: own, sites }, 1, () => 0));
      const roomAt = (at: number) => rooms[at] ?? expect.fail();
      const visit = async (life: (typeof lives)[number]): Promise<void> => {
        const browser = newBrowser();
        for (const { does, at } of life)
          if (does === 'press') await press(roomAt(at), browser);
          else {
            const before = await hasPlace(browser);
            const { state } = await roomAt(at).read({ site, product: timed, browser });
            reported.add(state);
            if (before && (await hasPlace(browser))) expect(state).not.toBe('over');
          }
      };
      const passTime = async (): Promise<void> => {
        for (const { does, at } of clock)
          if (does === 'round') await roomAt(at).run();
          else await db.transaction().execute((tx) => passSeconds({ db: tx }, 60));
      };
      await scheduler.waitFor(Promise.all([passTime(), ...lives.map(visit)]));
    }),
    randomly('interleavings of browsers and rounds of two processes', 1_000, 60),
  );
  /* A small sample may admit nobody while a browser asks. */
  expect([...reported]).toEqual(expect.arrayContaining(['over', 'waiting']));
});
