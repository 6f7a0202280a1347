import * as fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Db } from '#server/db/open.ts';
import { createWaitingRoom, type WaitingRoom } from '#server/orders/waiting-room/waiting-room.ts';
import { Overloaded } from '#server/shared/admission-queue/admission-queue.ts';
import { Problem } from '#server/shared/problem.ts';
import { browserHeader } from '#src/api/endpoint.ts';
import { randomly } from '#test/tools/sample.ts';
import { changeRows, newSlot, passMinutes } from './kit/arrange.ts';
import { choiceElsewhere, choiceOf, dated, newKey, timed } from './kit/buyer.ts';
import { behindProxy } from './kit/process.ts';
import { emptyRooms, isQueued, newBrowser, orderAs, passSeconds, placeOf, sitesWithQueue } from './kit/queue.ts';
import { forFile, startShop } from './kit/shop.ts';

/** Turns at a waiting room (docs/product.md#waiting-room), and the share of it that an address has (docs/operations.md#limits). */

let slot: string;
const { sites, queue } = sitesWithQueue({ ordersPerMinute: 1 });
const shop = await forFile(startShop({ sites, proxies: behindProxy }));

beforeEach(async () => {
  Object.assign(queue, { ordersPerMinute: 1, products: {}, addressPlaces: 40 });
  await emptyRooms(shop);
  await shop.deps.waitingRoom.run();
  slot = await newSlot(shop, { seats: 50 });
});

describe('the queue cannot be jumped', () => {
  it('by many places of an address: those beyond its share wait behind all others', async () => {
    queue.addressPlaces = 2;
    await orderAs(shop, slot, newBrowser());
    const many = Array.from({ length: 4 }, newBrowser);
    for (const browser of many) await orderAs(shop, slot, browser, newKey(), '198.51.100.7');
    const other = newBrowser();
    await orderAs(shop, slot, other, newKey(), '203.0.113.9');
    expect(await placeOf(shop, other)).toMatchObject({ ahead: 2, is_behind: false });
    expect(await placeOf(shop, many[2] ?? '')).toMatchObject({ ahead: 3, is_behind: true });
    /* A place of the address is free again: its next one moves up, to the end of the others. */
    await passSeconds(shop, 60);
    expect((await placeOf(shop, many[0] ?? '')).state).toBe('admitted');
    expect((await orderAs(shop, slot, many[0] ?? '')).status).toBe(200);
    expect(await placeOf(shop, other)).toMatchObject({ ahead: 1 });
    expect(await placeOf(shop, many[2] ?? '')).toMatchObject({ ahead: 2, is_behind: false });
    expect(await placeOf(shop, many[3] ?? '')).toMatchObject({ ahead: 3, is_behind: true });
  });

  it('by a fresh /64 for each place: their /56 and /48 have a share, too', async () => {
    queue.addressPlaces = 2;
    await orderAs(shop, slot, newBrowser());
    const at = async (network: string) => {
      const browser = newBrowser();
      await orderAs(shop, slot, browser, newKey(), `2001:db8:1:${network}::1`);
      return browser;
    };
    const areBehind = async (browsers: readonly string[]) => {
      /* Of rounds at the same time one alone moves places up, and the others may end before it. */
      await shop.deps.waitingRoom.run();
      return (await Promise.all(browsers.map((browser) => placeOf(shop, browser)))).map(({ is_behind }) => is_behind);
    };
    const of56 = [await at('a01'), await at('a02'), await at('a03'), await at('a04'), await at('a05')];
    expect(await areBehind(of56)).toEqual([false, false, false, true, true]);
    const of48 = [await at('b01'), await at('c01')];
    expect(await areBehind(of48)).toEqual([false, true]);
    /* After one is served one moves up, though its /56 and its /48 have more that wait. */
    await passSeconds(shop, 60);
    expect((await placeOf(shop, of56[0] ?? '')).state).toBe('admitted');
    expect((await orderAs(shop, slot, of56[0] ?? '')).status).toBe(200);
    expect(await areBehind([...of56.slice(1), ...of48])).toEqual([false, false, false, true, false, true]);
  });

  it('by filling it: an address has 25 times its share of places behind the others', async () => {
    queue.addressPlaces = 1;
    await orderAs(shop, slot, newBrowser());
    for (let count = 0; count < 30; count += 1)
      expect(isQueued(await orderAs(shop, slot, newBrowser(), newKey(), '198.51.100.8'))).toBe(true);
    const { rows } = await sql`select 1 from waiting_places where state = 'waiting' and is_behind`.execute(shop.db);
    expect(rows).toHaveLength(24);
    const other = newBrowser();
    await orderAs(shop, slot, other, newKey(), '203.0.113.9');
    expect(await placeOf(shop, other)).toMatchObject({ ahead: 1, is_behind: false });
  });
});

describe('an order that replaces another one', () => {
  let token: string;
  /** An order that had its turn, after which others wait. */
  beforeEach(async () => {
    const { text } = await orderAs(shop, slot, newBrowser());
    token = (JSON.parse(text) as { order_token: string }).order_token;
    expect(isQueued(await orderAs(shop, slot, newBrowser()))).toBe(true);
  });

  const replace = (key = newKey(), browser = newBrowser()) =>
    shop.send('createOrder', {
      body: { ...choiceOf(slot, 1), replaces: token },
      key,
      headers: { [browserHeader]: browser },
    });

  it.each(['cancelled', 'expired'])('waits if that one is %s, since a turn is for one order', async (status) => {
    if (status === 'cancelled') await shop.call('deleteOrder', { params: { token } });
    else {
      await passMinutes(shop, token, 30);
      await shop.sweep();
    }
    const browser = newBrowser();
    expect(isQueued(await replace(newKey(), browser))).toBe(true);
    await emptyRooms(shop);
    expect((await replace(newKey(), browser)).status).toBe(200);
  });

  it('waits if that one was for a product of another queue', async () => {
    queue.products = { [timed]: 1 };
    await emptyRooms(shop);
    const body = await choiceElsewhere(shop, dated, 'garden-adult');
    token = (await shop.call('createOrder', { body })).order_token;
    await orderAs(shop, slot, newBrowser());
    expect(isQueued(await replace())).toBe(true);
  });

  it('is placed once when several are sent at once: the turn passes to one of them, and the others wait', async () => {
    const browsers = Array.from({ length: 4 }, newBrowser);
    /* All have read that the old order is open before the first replaces it. */
    const { enter } = shop.deps.waitingRoom;
    const all = Promise.withResolvers<void>();
    let arrived = 0;
    const spy = vi.spyOn(shop.deps.waitingRoom, 'enter').mockImplementation(async (arrival, place) => {
      arrived += 1;
      if (arrived === browsers.length) all.resolve();
      await all.promise;
      return enter(arrival, place);
    });
    const answers = await Promise.all(browsers.map((browser) => replace(newKey(), browser)));
    spy.mockRestore();
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(isQueued)).toHaveLength(3);
    const places = await Promise.all(browsers.map((browser) => placeOf(shop, browser)));
    expect(places.filter(({ state }) => state === 'waiting')).toHaveLength(3);
  });
});

describe('a server at its limit, with a waiting room that no venue asked for', () => {
  const setCredit = (credit: number) => changeRows(shop, 'waiting_rooms', {}, { credit });
  /** Rejects new orders, as an admission queue that is full. */
  const overload = () => {
    const { admissionQueue } = shop.deps;
    const { admit } = admissionQueue;
    admissionQueue.admit = async (name, client, work) => {
      if (name === 'order') throw new Overloaded();
      return admit(name, client, work);
    };
    return () => Object.assign(admissionQueue, { admit });
  };

  it('gives new orders a place, and admits them as soon as it can; then nobody waits any more', async () => {
    delete queue.ordersPerMinute;
    const recover = overload();
    const [first, second] = [newBrowser(), newBrowser()];
    expect(isQueued(await orderAs(shop, slot, first))).toBe(true);
    /* However long the test takes, nobody is admitted yet. */
    await setCredit(-1_000);
    expect(isQueued(await orderAs(shop, slot, second))).toBe(true);
    recover();
    const third = newBrowser();
    expect(isQueued(await orderAs(shop, slot, third))).toBe(true);
    expect((await placeOf(shop, third)).ahead).toBe(2);
    await setCredit(1);
    expect((await placeOf(shop, first)).state).toBe('admitted');
    expect((await orderAs(shop, slot, first)).status).toBe(200);
    await passSeconds(shop, 60);
    for (const browser of [second, third]) expect((await placeOf(shop, browser)).state).toBe('admitted');
    await shop.sweep();
    expect((await orderAs(shop, slot, newBrowser())).status).toBe(200);
  });
});

/** Browsers that press and ask at two processes, whose rounds are answered late (docs/architecture.md#waiting-room). */

const site = 'borderless';
const { db } = shop;

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
