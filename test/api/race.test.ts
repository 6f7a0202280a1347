import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { TakeSeats } from '#server/domain/stock.ts';
import { createOrder } from '#src/api/contract/orders.ts';
import { choiceOf, freeSlots, hold, newKey } from './kit/buyer.ts';
import { problemOf, type Shop, startShop } from './kit/shop.ts';
import { leaveSeats, passMinutes, seatsOf } from './kit/time.ts';

let shop: Shop;
afterEach(() => shop.close());

/** `buyers` at once for the `seats` of one slot. Out: how many got one, and how many seats are held after it. */
const rush = async (buyers: number, seats: number) => {
  const [slot] = await freeSlots(shop, seats);
  if (!slot) throw new Error('No slot.');
  await leaveSeats(shop, slot.id, seats);
  const before = (await seatsOf(shop, slot.id)).held;
  const body = choiceOf(slot.id, 1);
  const answers = await Promise.all(
    Array.from({ length: buyers }, () => shop.send(createOrder, { body, key: newKey() })),
  );
  const refused = answers.filter(({ status }) => status !== 200).map((answer) => problemOf(answer).code);
  const { held } = await seatsOf(shop, slot.id);
  return { got: buyers - refused.length, held: held - before, refused: [...new Set(refused)], slot: slot.id };
};

/** What must not be shipped: looks first, takes after. Proves that the test could see an oversell. */
const lookThenTake: TakeSeats = async (tx, span, count) => {
  const row = await tx
    .selectFrom('time_spans')
    .select(sql<number>`capacity - held - sold`.as('free'))
    .where('id', '=', span)
    .executeTakeFirstOrThrow();
  await sql`select pg_sleep(0.05)`.execute(tx);
  if (row.free < count) return false;
  await tx
    .updateTable('time_spans')
    .set({ held: sql`held + ${count}` })
    .where('id', '=', span)
    .execute();
  return true;
};

describe('sixty buyers at once for ten seats', () => {
  it('get exactly ten, the others a plain refusal', async () => {
    shop = await startShop();
    expect(await rush(60, 10)).toMatchObject({ got: 10, held: 10, refused: ['seat_reserve_error'] });
  });

  it('get the seats of holds that just ran out as well, none of them left over', async () => {
    shop = await startShop();
    const { slot } = await rush(3, 3);
    const rounds: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      await shop.db
        .updateTable('orders')
        .set({ hold_until: new Date(0) })
        .where('time_span_id', '=', slot)
        .execute();
      const body = choiceOf(slot, 1);
      /* The sweeper comes by at the same moment. */
      const [answers] = await Promise.all([
        Promise.all(Array.from({ length: 9 }, () => shop.send(createOrder, { body, key: newKey() }))),
        shop.sweep(),
      ]);
      rounds.push(answers.filter(({ status }) => status === 200).length);
    }
    expect(rounds).toEqual(Array.from({ length: 12 }, () => 3));
  });

  /* PGlite has one connection and cannot show a race: the control needs PostgreSQL. */
  if (process.env.DATABASE_URL)
    it('would be oversold without the lock (control)', async () => {
      shop = await startShop({ stock: lookThenTake });
      await sql`alter table time_spans drop constraint never_oversold`.execute(shop.db);
      expect((await rush(60, 10)).got).toBeGreaterThan(10);
    });
});

describe('two visitors who swap slots at once', () => {
  it('both get what they want', async () => {
    shop = await startShop();
    const [one, two] = await freeSlots(shop, 6);
    if (!one || !two) throw new Error('No slots.');
    const [anna, ben] = [await hold(shop, one.id), await hold(shop, two.id)];
    await Promise.all([leaveSeats(shop, one.id, 1), leaveSeats(shop, two.id, 1)]);
    const swap = (span: string, replaces: string) =>
      shop.ask(createOrder, { body: { ...choiceOf(span, 1), replaces }, key: newKey() });
    const moved = await Promise.all([swap(two.id, anna.token), swap(one.id, ben.token)]);
    expect(moved.map(({ order }) => order.main_product.time_span_id)).toEqual([two.id, one.id]);
    await passMinutes(shop, moved[0].order_token, 30);
    await shop.sweep();
    expect((await seatsOf(shop, two.id)).held).toBe(0);
  });
});
