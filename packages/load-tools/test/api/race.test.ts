import { changeRows, leaveSeats, passMinutes, seatsOf } from 'ticket-store/test/api/kit/arrange.ts';
import { choiceOf, freeSlots, hold } from 'ticket-store/test/api/kit/buyer.ts';
import { problemOf, type Shop, startShop } from 'ticket-store/test/api/kit/shop.ts';
import { randomly } from 'ticket-store/test/tools/sample.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { control, race } from '../../race/run.ts';

let opened: Shop | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});
const open = async (): Promise<Shop> => {
  opened = await startShop();
  return opened;
};

/** Sends `buyers` concurrent orders for one slot with `seats` free seats, and counts the accepted orders and the held seats. */
const rush = async (shop: Shop, buyers: number, seats: number) => {
  const [slot] = await freeSlots(shop, seats);
  if (!slot) throw new Error('No slot.');
  await leaveSeats(shop, slot.id, seats);
  const before = (await seatsOf(shop, slot.id)).held;
  const body = choiceOf(slot.id, 1);
  const answers = await Promise.all(Array.from({ length: buyers }, () => shop.send('createOrder', { body })));
  const refused = answers.filter(({ status }) => status !== 200).map((answer) => problemOf(answer).code);
  const { held } = await seatsOf(shop, slot.id);
  return { got: buyers - refused.length, held: held - before, refused: [...new Set(refused)], slot: slot.id };
};

describe('sixty buyers at once for ten seats', () => {
  it('get exactly ten, and the others are rejected', async () => {
    expect(await rush(await open(), 60, 10)).toMatchObject({ got: 10, held: 10, refused: ['seat_reserve_error'] });
  });

  it('also get the seats of holds that just expired, all of them', async () => {
    const shop = await open();
    const { slot } = await rush(shop, 3, 3);
    const rounds: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      await changeRows(shop, 'orders', { time_span_id: slot }, { hold_until: new Date(0) });
      const body = choiceOf(slot, 1);
      /* The sweeper runs concurrently. */
      const [answers] = await Promise.all([
        Promise.all(Array.from({ length: 9 }, () => shop.send('createOrder', { body }))),
        shop.sweep(),
      ]);
      rounds.push(answers.filter(({ status }) => status === 200).length);
    }
    expect(rounds).toEqual(Array.from({ length: 12 }, () => 3));
  });
});

/* `npm run tool -- load race` is the same at scale: twenty seeds, five hundred buyers, each with its control run. */
describe('buyers of all kinds at once', () => {
  it('keep seats, set products, coupons and money consistent', async () => {
    const { seed } = randomly('a race', 1, 1);
    const { faults, oversold, tally } = await race({ seed, buyers: process.env.FULL ? 500 : 120, atOnce: 30 });
    expect({ faults, oversold }).toEqual({ faults: [], oversold: 0 });
    expect([...tally.keys()].filter((what) => /\bpaid\b/.test(what)).length).toBeGreaterThan(3);
  });

  /* PGlite has one connection and cannot show a race: the control run needs PostgreSQL. */
  if (process.env.DATABASE_URL)
    it('would oversell without the lock (control)', async () => {
      expect((await control({ seed: 1, buyers: 300, atOnce: 30 })).oversold).toBeGreaterThan(0);
    });
});

describe('two visitors who swap slots at once', () => {
  it('both succeed', async () => {
    const shop = await open();
    const [one, two] = await freeSlots(shop, 6);
    if (!one || !two) throw new Error('No slots.');
    const [anna, ben] = [await hold(shop, one.id), await hold(shop, two.id)];
    await Promise.all([leaveSeats(shop, one.id, 1), leaveSeats(shop, two.id, 1)]);
    const swap = (span: string, replaces: string) =>
      shop.call('createOrder', { body: { ...choiceOf(span, 1), replaces } });
    const moved = await Promise.all([swap(two.id, anna.token), swap(one.id, ben.token)]);
    expect(moved.map(({ order }) => order.main_product.time_span_id)).toEqual([two.id, one.id]);
    await passMinutes(shop, moved[0].order_token, 30);
    await shop.sweep();
    expect((await seatsOf(shop, two.id)).held).toBe(0);
  });
});
