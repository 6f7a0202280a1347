import { countTrips } from '@ticket-store/load-tools/bench/trips.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { newSlot } from './kit/arrange.ts';
import { choiceOf, newKey, timed } from './kit/buyer.ts';
import { openTestDatabase } from './kit/database.ts';
import { behindProxy } from './kit/process.ts';
import { emptyRooms, isQueued, newBrowser, orderAs, passSeconds, placeOf, sitesWithQueue } from './kit/queue.ts';
import { forFile, startShop } from './kit/shop.ts';

/** The waiting room (docs/product.md#waiting-room): one order a minute, so that the first enters and all others wait. */

let slot: string;
const { sites, queue } = sitesWithQueue({ ordersPerMinute: 1 });
const database = await openTestDatabase();
const shop = await forFile(startShop({ sites, database, proxies: behindProxy }));

/** Another process of the shop. */
const startAnother = (recentFor = 0) =>
  startShop({ sites, proxies: behindProxy, recentFor, database: { ...database, close: async () => undefined } });

beforeEach(async () => {
  Object.assign(queue, { ordersPerMinute: 1, products: {}, minutes: 5, addressPlaces: 40 });
  await emptyRooms(shop);
  slot = await newSlot(shop, { seats: 50 });
});

/** Browsers that wait, in this sequence, behind one that entered. */
const wait = async (count: number): Promise<string[]> => {
  await orderAs(shop, slot, newBrowser());
  const browsers = Array.from({ length: count }, newBrowser);
  for (const [at, browser] of browsers.entries())
    expect(isQueued(await orderAs(shop, slot, browser, newKey(), `192.0.2.${at}`))).toBe(true);
  return browsers;
};

describe('a site with a limit', () => {
  it('lets orders pass while there is room, and asks nobody else to wait', async () => {
    expect((await orderAs(shop, slot, newBrowser())).status).toBe(200);
    await passSeconds(shop, 60);
    expect((await orderAs(shop, slot, newBrowser())).status).toBe(200);
    expect(isQueued(await orderAs(shop, slot, newBrowser()))).toBe(true);
  });

  it('tells each place how many are ahead and how long it takes', async () => {
    const [first = '', second = '', third = ''] = await wait(3);
    expect(await placeOf(shop, first)).toMatchObject({
      state: 'waiting',
      ahead: 0,
      wait_seconds: 60,
      is_behind: false,
    });
    expect(await placeOf(shop, second)).toMatchObject({ ahead: 1, wait_seconds: 120, poll_seconds: 12 });
    expect(await placeOf(shop, third)).toMatchObject({ ahead: 2, wait_seconds: 180, poll_seconds: 18 });
  });

  it('admits the first, who has some minutes to order, once', async () => {
    const [first = '', second = ''] = await wait(2);
    await passSeconds(shop, 60);
    expect(await placeOf(shop, first)).toMatchObject({ state: 'admitted', seconds_left: expect.closeTo(299, -1) });
    expect(await placeOf(shop, second)).toMatchObject({ state: 'waiting', ahead: 0 });
    expect((await orderAs(shop, slot, first)).status).toBe(200);
    expect(await placeOf(shop, first)).toMatchObject({ state: 'over' });
    expect(isQueued(await orderAs(shop, slot, first))).toBe(true);
    expect(await placeOf(shop, first)).toMatchObject({ state: 'waiting', ahead: 1 });
  });

  it('keeps one place for a browser, whatever it sends and through a cancelled order', async () => {
    const [first = '', second = ''] = await wait(2);
    await Promise.all([orderAs(shop, slot, second), orderAs(shop, slot, second), orderAs(shop, slot, first)]);
    expect(await placeOf(shop, second)).toMatchObject({ ahead: 1 });
    const { rows } = await sql`select 1 from waiting_places where state = 'waiting'`.execute(shop.db);
    expect(rows).toHaveLength(2);
  });

  it('passes over who does not ask for three minutes, and keeps the place for half an hour', async () => {
    const [first = '', second = '', third = ''] = await wait(3);
    await passSeconds(shop, 179, 'nobody is admitted');
    await placeOf(shop, second);
    expect((await placeOf(shop, second)).ahead).toBe(1);
    await passSeconds(shop, 2, 'nobody is admitted');
    expect((await placeOf(shop, second)).ahead).toBe(0);
    /* The first asks again, and is where it was. */
    await placeOf(shop, first);
    expect((await placeOf(shop, second)).ahead).toBe(1);
    await passSeconds(shop, 1_801);
    await shop.sweep();
    expect((await placeOf(shop, third)).state).toBe('over');
  });

  it('knows the place of a browser that has just pressed, also at a process whose last round was before', async () => {
    const another = await startAnother(60_000);
    const [first = '', second = ''] = await wait(2);
    expect(await placeOf(another, first)).toMatchObject({ state: 'waiting', ahead: 0 });
    const third = newBrowser();
    expect(isQueued(await orderAs(shop, slot, third))).toBe(true);
    expect(await placeOf(another, third)).toMatchObject({ state: 'waiting', ahead: 2 });
    await passSeconds(shop, 60);
    expect((await placeOf(shop, first)).state).toBe('admitted');
    expect((await orderAs(shop, slot, first)).status).toBe(200);
    await another.deps.waitingRoom.run();
    expect(isQueued(await orderAs(shop, slot, first))).toBe(true);
    expect(await placeOf(another, first)).toMatchObject({ state: 'waiting' });
    expect((await placeOf(another, second)).ahead).toBe(0);
    await another.close();
  });

  it('gives a crowd at two processes one place each, in their sequence, and admits as many as there is room for', async () => {
    queue.ordersPerMinute = 600;
    const another = await startAnother();
    const shops = [shop, another];
    const at = (index: number) => shops[index % 2] ?? shop;
    /** Room for so many, and no more, however long the test takes. */
    const setCredit = (credit: number) =>
      sql`update waiting_rooms set credit = ${credit}, credited_at = now() + interval '1 hour'`.execute(shop.db);
    await orderAs(shop, slot, newBrowser());
    await setCredit(-1e6);
    const crowd = Array.from({ length: 60 }, newBrowser);
    for (let from = 0; from < crowd.length; from += 20)
      await Promise.all(
        crowd
          .slice(from, from + 20)
          .map((browser, n) => orderAs(at(n), slot, browser, newKey(), `192.0.2.${from + n}`)),
      );
    const places = () => Promise.all(crowd.map((browser, n) => placeOf(at(n), browser)));
    const aheads = (await places()).map(({ ahead }) => ahead);
    expect(aheads.toSorted((a, b) => a - b)).toEqual(crowd.map((_, index) => index));
    expect(aheads.filter((ahead, index) => Math.abs(ahead - index) >= 20)).toEqual([]);
    await setCredit(20);
    await shop.deps.waitingRoom.run();
    await setCredit(-1e6);
    for (const { deps } of shops) await deps.waitingRoom.run();
    const admitted = (await places()).flatMap(({ state }, index) => (state === 'admitted' ? [aheads[index] ?? 0] : []));
    expect(admitted.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, ahead) => ahead));
    await another.close();
  });

  it('admits everybody when the venue takes the limit away', async () => {
    const browsers = await wait(3);
    delete queue.ordersPerMinute;
    for (const browser of browsers) expect((await placeOf(shop, browser)).state).toBe('admitted');
    expect((await orderAs(shop, slot, newBrowser())).status).toBe(200);
  });

  it('has a separate queue for a product with its own limit', async () => {
    await wait(1);
    queue.products = { [timed]: 2 };
    const browser = newBrowser();
    expect((await orderAs(shop, slot, browser)).status).toBe(200);
    expect(isQueued(await orderAs(shop, slot, newBrowser()))).toBe(true);
    expect((await shop.send('createOrder', { body: choiceOf(slot, 1) })).status).toBe(403);
  });
});

describe('nobody jumps the queue', () => {
  it('without the secret of a browser, with another one, or with that of a used turn', async () => {
    const [first = ''] = await wait(1);
    await passSeconds(shop, 60);
    await placeOf(shop, first);
    expect(isQueued(await orderAs(shop, slot, null))).toBe(true);
    expect(isQueued(await orderAs(shop, slot, newBrowser()))).toBe(true);
    const key = newKey();
    const answers = await Promise.all([
      orderAs(shop, slot, first, key),
      orderAs(shop, slot, first),
      orderAs(shop, slot, first),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('by an order that is repeated: the same key has the stored answer, also without a turn', async () => {
    const [browser, key] = [newBrowser(), newKey()];
    const placed = await orderAs(shop, slot, browser, key);
    await wait(1);
    expect((await orderAs(shop, slot, browser, key)).text).toBe(placed.text);
    expect((await orderAs(shop, slot, newBrowser(), key)).text).toBe(placed.text);
  });
});

it('an admitted order that is refused leaves the turn for another try', async () => {
  const [first = ''] = await wait(1);
  await passSeconds(shop, 60);
  await placeOf(shop, first);
  const full = await newSlot(shop, { seats: 0 });
  expect((await orderAs(shop, full, first)).status).toBe(409);
  expect((await placeOf(shop, first)).state).toBe('admitted');
  expect((await orderAs(shop, slot, first)).status).toBe(200);
});

it('asking for a place costs the database nothing but one statement a second', async () => {
  const another = await startAnother(60_000);
  const browsers = await wait(3);
  await placeOf(another, browsers[0] ?? '');
  const counter = countTrips();
  const { trips } = await counter.during(async () => {
    for (const browser of browsers) for (let at = 0; at < 5; at += 1) await placeOf(another, browser);
  });
  counter.restore();
  expect(trips).toBe(0);
  await another.close();
});
