import { beforeEach, expect, it, vi } from 'vitest';
import { browserHeader } from '#src/api/endpoint.ts';
import { newSlot, passMinutes } from './kit/arrange.ts';
import { choiceElsewhere, choiceOf, dated, newKey, timed } from './kit/buyer.ts';
import { emptyRooms, isQueued, newBrowser, orderAs, placeOf, sitesWithQueue } from './kit/queue.ts';
import { forFile, startShop } from './kit/shop.ts';

/** Orders that replace another one at the waiting room (docs/product.md#waiting-room). */

const { sites, queue } = sitesWithQueue({ ordersPerMinute: 1 });
const shop = await forFile(startShop({ sites }));

let slot: string;
let token: string;
/** An order that had its turn, after which others wait. */
beforeEach(async () => {
  queue.products = {};
  await emptyRooms(shop);
  slot = await newSlot(shop);
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
