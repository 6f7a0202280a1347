import { beforeEach, expect, it } from 'vitest';
import { getConfigurations } from '#src/api/contract/catalogue.ts';
import type { Operation } from '#src/sites/operation.ts';
import { exampleSites } from '#test/tools/example-sites.ts';
import { buyTicket, newSlot, passMinutes } from './kit/arrange.ts';
import { choiceOf, hold, ready } from './kit/buyer.ts';
import { createCall, sendTo } from './kit/call.ts';
import { pay } from './kit/pay.ts';
import { isNamed, orderIdOf, passDays, runNow } from './kit/retained.ts';
import { forFile, startShop } from './kit/shop.ts';

/** Limits in a site's folder replace the server's, on that site only, and take effect when the file changes. */
type Limits = { limits: Partial<Omit<Operation, 'configurations'>> };
const own: Record<'borderless' | 'mori', Limits> = { borderless: { limits: {} }, mori: { limits: {} } };
const shop = await forFile(startShop({ sites: exampleSites(undefined, own), seatsPerAddress: 4 }));
beforeEach(() => {
  own.borderless.limits = {};
});

const retentionAt = async (path: string) => {
  const { retention } = await createCall(sendTo(`${shop.url}${path}`))(getConfigurations);
  return retention;
};

const paid = async () => {
  const { order } = await buyTicket(shop, await newSlot(shop), { adults: 2 });
  const id = await orderIdOf(shop, order);
  await passDays(shop, id, 100);
  return id;
};

it('anonymises orders of a site after its own days, or else the server’s, and tells its visitors', async () => {
  const id = await paid();
  await runNow(shop);
  expect(await isNamed(shop, id)).toBe(true);
  own.borderless.limits = { retention: { visitDays: 60 } };
  await runNow(shop);
  expect(await isNamed(shop, id)).toBe(false);
  expect(await retentionAt('')).toMatchObject({ visit_days: 60, mail_days: 30 });
  expect(await retentionAt('/mori')).toMatchObject({ visit_days: 400 });
});

it('limits the unpaid seats of an address by the site’s own number', async () => {
  const slot = await newSlot(shop, { seats: 8 });
  const order = () => shop.send('createOrder', { body: choiceOf(slot, 4) });
  own.borderless.limits = { holds: { seats: 4, shareOfDay: 0, shareOfSlot: 0 } };
  expect([(await order()).status, (await order()).status]).toEqual([200, 429]);
  own.borderless.limits = { holds: { seats: 0 } };
  expect((await order()).status).toBe(200);
});

it('ends a hold after the site’s own minutes', async () => {
  const { token } = await hold(shop, await newSlot(shop));
  const extend = () => shop.send('extendOrder', { params: { token } });
  await passMinutes(shop, token, 10, { heldFor: 45 });
  expect((await extend()).status).toBe(200);
  own.borderless.limits = { holds: { minutes: 30 } };
  await passMinutes(shop, token, 10, { heldFor: 10 });
  expect((await extend()).text).toContain('extension_limit');
});

it('limits free orders of a mailbox by the site’s own number', async () => {
  const payFree = async () => {
    const order = await ready(shop, await newSlot(shop), { coupon: 'FULLFREE' });
    return (await pay(shop, order, { method: 'free' })).status;
  };
  own.borderless.limits = { holds: { seats: 0 }, freeOrders: { perMailbox: 1 } };
  expect([await payFree(), await payFree()]).toEqual([200, 429]);
  own.borderless.limits = { holds: { seats: 0 }, freeOrders: { perMailbox: 3 } };
  expect([await payFree(), await payFree(), await payFree()]).toEqual([200, 200, 429]);
});
