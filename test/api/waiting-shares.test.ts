import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { noProxies, proxiesOf } from '#server/web/http/address.ts';
import { newSlot } from './kit/arrange.ts';
import { newKey } from './kit/buyer.ts';
import { emptyRooms, isQueued, newBrowser, orderAs, passSeconds, placeOf, sitesWithQueue } from './kit/queue.ts';
import { forFile, startShop } from './kit/shop.ts';

/** Which share of a waiting room an address may have, and the networks around it (docs/operations.md#limits). */

let slot: string;
const { sites, queue } = sitesWithQueue({ ordersPerMinute: 1 });
const shop = await forFile(startShop({ sites, proxies: proxiesOf('1') ?? noProxies }));

beforeEach(async () => {
  await emptyRooms(shop);
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
