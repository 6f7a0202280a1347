import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { changeRows, done, newSlot, passMinutes, rowOf, seatsOf } from './kit/arrange.ts';
import { choiceOf, ready, timed, tomorrow } from './kit/buyer.ts';
import { pay } from './kit/pay.ts';
import { behindProxy } from './kit/process.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

/** The default limits of a venue, behind a proxy that reports each visitor's address. */
const shop = await forFile(startShop({ seatsPerAddress: 12, proxies: behindProxy }));

const attacker = '198.51.100.1';
const another = '198.51.100.2';
const order = (span: string, seats: number, address: string, replaces?: string) =>
  shop.send('createOrder', {
    body: { ...choiceOf(span, seats), ...(replaces ? { replaces } : {}) },
    headers: { 'x-forwarded-for': address },
  });
const tokenIn = ({ text }: { text: string }): string => JSON.parse(text).order_token;

/** Makes these slots the only ones tomorrow, each with this many free seats and none held. */
const onlySlots = async (count: number, seats: number): Promise<string[]> => {
  await shop.db
    .updateTable('orders')
    .set({ status: 'cancelled' })
    .where('status', 'in', ['open', 'checking'])
    .execute();
  await changeRows(
    shop,
    'time_spans',
    { site: 'borderless', product_uuid: timed, day: tomorrow },
    { held: 0, sold: sql`capacity` },
  );
  return Promise.all(Array.from({ length: count }, () => newSlot(shop, { seats })));
};
const freeOf = async (slots: readonly string[]): Promise<number[]> => {
  const all = await Promise.all(slots.map((slot) => seatsOf(shop, slot)));
  return all.map(({ capacity, held, sold }) => capacity - held - sold);
};

describe('orders of one address that are not paid', () => {
  it('cannot freeze a product: 24 orders at once for all of its 12 slots leave most of them to others', async () => {
    const slots = await onlySlots(12, 20);
    const answers = await Promise.all([...slots, ...slots].map((slot) => order(slot, 10, attacker)));
    const free = await freeOf(slots);
    expect(free.filter((seats) => seats >= 10).length).toBeGreaterThanOrEqual(9);
    expect(free.reduce((sum, seats) => sum + seats)).toBeGreaterThanOrEqual(0.75 * 240);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused && problemOf(refused)).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    const open = slots.filter((_slot, index) => (free[index] ?? 0) >= 2);
    for (const slot of open) expect((await order(slot, 2, another)).status).toBe(200);
  });

  it('stay within the budget when twenty for different slots come at once', async () => {
    const slots = await onlySlots(20, 4);
    const answers = await Promise.all(slots.map((slot) => order(slot, 4, attacker)));
    expect(4 * done(answers)).toBeLessThanOrEqual(20);
    expect(done(answers)).toBeGreaterThanOrEqual(3);
    expect((await freeOf(slots)).reduce((sum, seats) => sum + seats)).toBeGreaterThanOrEqual(60);
  });

  it('release the budget when they are paid', async () => {
    const slots = await onlySlots(4, 10);
    const [slot = ''] = slots;
    for (const one of slots) await order(one, 4, another);
    expect((await order(slot, 2, another)).status).toBe(429);
    const { id } = await rowOf(shop, 'orders', { time_span_id: slots[2] ?? '', status: 'open' });
    const token = shop.deps.tokens.token('order', id);
    await changeRows(shop, 'orders', { id }, { status: 'paid' });
    expect((await order(slot, 2, another)).status).toBe(200);
    expect((await shop.call('getOrder', { params: { token } })).status).toBe('paid');
  });
});

describe('orders of one IPv6 network that are not paid', () => {
  /** Of two seats each: more than any of the networks may hold of a hundred. */
  const orders = 40;
  /** The address of a household: the /48 of the attacker, one of its /56, and one of the 256 /64 of that. */
  const household = (wide: number, one: number, of = '2001:db8:a') =>
    `${of}:${((wide << 8) | one).toString(16)}:1:2:3:4`;

  it.each([
    ['/48', 67, (at: number) => household(at, 0)],
    ['/56', 60, (at: number) => household(7, at)],
  ])(
    'a fresh /64 of one %s for each cannot freeze a slot: at most %d seats of 100',
    async (_network, maxTaken, address) => {
      const [slot = ''] = await onlySlots(1, 100);
      for (let at = 0; at < orders; at += 1) await order(slot, 2, address(at));
      const [free = 0] = await freeOf([slot]);
      expect(100 - free).toBeLessThanOrEqual(maxTaken);
      expect(100 - free).toBeGreaterThan(50);
      expect((await order(slot, 2, household(0, 0, '2001:db8:b'))).status).toBe(200);
    },
  );

  it('a fresh /64 for each of all slots leaves most of a day, also when they come at once', async () => {
    const slots = await onlySlots(12, 12);
    const answers = await Promise.all([...slots, ...slots].map((slot, at) => order(slot, 6, household(at, at))));
    const free = (await freeOf(slots)).reduce((sum, seats) => sum + seats);
    expect(free).toBeGreaterThanOrEqual(0.6 * 144 - 6);
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused && problemOf(refused)).toMatchObject({ status: 429, code: 'rate_limited' });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('one household that holds all it may leaves room to its neighbours', async () => {
    const [slot = ''] = await onlySlots(1, 100);
    for (let at = 0; at < orders; at += 1) await order(slot, 2, household(1, 1));
    expect((await freeOf([slot]))[0]).toBe(50);
    for (const neighbour of [household(1, 2), household(2, 1)])
      expect((await order(slot, 2, neighbour)).status).toBe(200);
  });

  it('renewed count for all networks as well', async () => {
    const [slot = '', other = ''] = await onlySlots(2, 40);
    const laidBy = tokenIn(await order(slot, 10, household(1, 1)));
    await passMinutes(shop, laidBy, 16);
    await shop.sweep();
    for (let at = 2; at < 30; at += 1) await order(at % 2 ? slot : other, 4, household(at, at));
    const again = await shop.send('extendOrder', { params: { token: laidBy } });
    expect(problemOf(again)).toMatchObject({ status: 429, code: 'rate_limited' });
  });
});

it('the budget does not affect an office of forty behind one address, all at the same moment, for a normal slot of a normal day', async () => {
  const slots = await onlySlots(12, 40);
  const [slot = ''] = slots;
  const answers = await Promise.all(Array.from({ length: 40 }, () => order(slot, 1, another)));
  expect(done(answers)).toBe(40);
  const [only = ''] = await onlySlots(1, 96);
  expect(done(await Promise.all(Array.from({ length: 40 }, () => order(only, 1, attacker))))).toBe(40);
});

describe('a hold that goes from order to order', () => {
  it('keeps the extensions it has used', async () => {
    const slot = await newSlot(shop);
    let token = tokenIn(await order(slot, 1, another));
    for (let count = 0; count < 4; count += 1) {
      expect((await shop.send('extendOrder', { params: { token } })).status).toBe(200);
      token = tokenIn(await order(slot, 1, another, token));
    }
    expect((await shop.call('getOrder', { params: { token } })).extensions_left).toBe(6);
  });

  it('ends four hours after it began; then a new order is an ordinary one', async () => {
    const slot = await newSlot(shop, { seats: 6 });
    const first = tokenIn(await order(slot, 6, another));
    await passMinutes(shop, first, 14, { heldFor: 238 });
    const second = await order(slot, 6, another, first);
    expect(problemOf(second)).toMatchObject({ status: 410, code: 'session_timeout' });
    const extended = await shop.call('extendOrder', { params: { token: first } });
    expect(extended.seconds_left).toBeLessThanOrEqual(120);
    expect(problemOf(await shop.send('extendOrder', { params: { token: first } })).code).toBe('extension_limit');
    await passMinutes(shop, first, 3);
    const again = await shop.send('extendOrder', { params: { token: first } });
    expect(problemOf(again)).toMatchObject({ status: 410, code: 'session_timeout' });
    expect((await shop.call('getOrder', { params: { token: first } })).status).toBe('expired');
    expect(JSON.parse((await order(slot, 6, another, first)).text).order).toMatchObject({ extensions_left: 10 });
  });

  it('is not shortened during a payment', async () => {
    const slot = await newSlot(shop);
    const pending = await ready(shop, slot);
    await passMinutes(shop, pending.token, 14, { heldFor: 239 });
    const answer = await pay(shop, pending, { card: '4000002760003184' });
    expect(JSON.parse(answer.text).status).toBe('requires_action');
    const { status, seconds_left } = await shop.call('getOrder', { params: { token: pending.token } });
    expect(['open', 'checking']).toContain(status);
    expect(seconds_left).toBeGreaterThan(15 * 60);
  });
});
