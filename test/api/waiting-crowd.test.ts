import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import { openTestDatabase } from './kit/database.ts';
import { isQueued, newBrowser, orderAs, placeOf, sitesWithQueue } from './kit/queue.ts';
import { type Shop, startShop } from './kit/shop.ts';
import { newSlot } from './kit/slot.ts';

/** 2,000 visitors who come to two processes at once: their sequence is kept, and no place is lost when one of them restarts. */

const crowd = 2_000;
/** Requests that are sent at once: among these the server decides who is first. */
const atOnce = 20;
const eachRound = 100;

let database: OpenDatabase;
const shops: Shop[] = [];
/** All visitors have one address here. */
const { sites } = sitesWithQueue({ ordersPerMinute: 60 * eachRound, addressPlaces: 10_000 });
const start = () => startShop({ sites, recentFor: 3_600_000, database: { ...database, close: async () => undefined } });

beforeAll(async () => {
  database = await openTestDatabase();
  shops.push(await start(), await start());
});
afterAll(async () => {
  for (const shop of shops) await shop.close();
  await database.close();
});

const shopOf = (visitor: number): Shop => {
  const shop = shops[visitor % shops.length];
  if (!shop) throw new Error('There are two.');
  return shop;
};

/** Prints the CPU of requests, client and database included, so ratios count (docs/scaling.md#an-on-sale). */
const measureCpu = () => {
  let began = process.cpuUsage();
  return {
    begin: () => {
      began = process.cpuUsage();
    },
    report: (what: string, count: number) => {
      const { user, system } = process.cpuUsage(began);
      console.log(`waiting room: ${((user + system) / count / 1_000).toFixed(2)} ms of CPU for ${what}`);
    },
  };
};

/** All processes read the places. */
const runAll = async (): Promise<void> => {
  for (const shop of shops) await shop.deps.waitingRoom.run();
};

const setCredit = async ({ db }: Shop, credit: number): Promise<void> => {
  await db
    .updateTable('waiting_rooms')
    .set({ credit, credited_at: new Date(Date.now() + 3_600_000) })
    .execute();
};

/** Admits so many in one round, and nobody else, however long the test takes. */
const admit = async (shop: Shop, count: number): Promise<void> => {
  if (count > 0) {
    await setCredit(shop, count);
    await shop.deps.waitingRoom.run();
  }
  await setCredit(shop, -1e6);
  await runAll();
};

it('serves 2,000 visitors of two processes in their sequence', async () => {
  const shop = shopOf(0);
  const slot = await newSlot(shop, { seats: crowd });
  await orderAs(shop, slot, newBrowser());
  await admit(shop, 0);

  const browsers = Array.from({ length: crowd }, newBrowser);
  const cpu = measureCpu();
  for (let from = 0; from < crowd; from += atOnce) {
    const answers = browsers.slice(from, from + atOnce).map((browser, at) => orderAs(shopOf(at), slot, browser));
    expect((await Promise.all(answers)).every(isQueued)).toBe(true);
  }
  cpu.report('a place', crowd);

  /* One of the processes restarts. */
  await shops.pop()?.close();
  shops.push(await start());
  await runAll();

  cpu.begin();
  const positions = await Promise.all(browsers.map((browser, at) => placeOf(shopOf(at), browser)));
  cpu.report('a question', crowd);
  for (const [at, { state, ahead }] of positions.entries()) {
    expect(state).toBe('waiting');
    expect(Math.abs(ahead - at), `visitor ${at}`).toBeLessThan(atOnce);
  }
  expect(new Set(positions.map(({ ahead }) => ahead)).size, 'one position each').toBe(crowd);

  /* Each round admits the next hundred, and nobody else. */
  const sequence = positions.map(({ ahead }, at) => ({ ahead, at })).sort((a, b) => a.ahead - b.ahead);
  const visitorAt = (position: number): number => sequence[position]?.at ?? 0;
  const look = (position: number) => placeOf(shopOf(position), browsers[visitorAt(position)] ?? '');
  for (let served = 0; served < crowd; served += eachRound) {
    await admit(shop, eachRound);
    expect((await look(served)).state).toBe('admitted');
    expect((await look(served + eachRound - 1)).state).toBe('admitted');
    if (served + eachRound < crowd)
      expect(await look(served + eachRound)).toMatchObject({ state: 'waiting', ahead: 0 });
  }
  const last = Array.from({ length: eachRound }, (_, at) => visitorAt(crowd - 1 - at));
  cpu.begin();
  const orders = await Promise.all(last.map((at) => orderAs(shopOf(at), slot, browsers[at] ?? '')));
  cpu.report('an order', eachRound);
  expect(orders.every(({ status }) => status === 200)).toBe(true);
});
