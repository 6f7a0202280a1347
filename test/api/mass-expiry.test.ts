import { countTrips, type Trips } from '@ticket-store/load-tools/bench/trips.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { newSlot } from './kit/arrange.ts';
import { cardToken, choiceOf, customer, hold, setFault, slotAt, timed } from './kit/buyer.ts';
import { forFile, startShop } from './kit/shop.ts';

/** Thousands of holds that end at the same moment. */

const shop = await forFile(startShop());
const counter = countTrips();
afterAll(async () => {
  counter.restore();
});

/** Expired holds of one seat, with a set product each. */
const holdMany = async (slot: string, count: number): Promise<void> => {
  const { rows } = await sql<{ uuid: string }>`select set_uuid as uuid from set_offers
    where site = 'borderless' and product_uuid = ${timed} limit 1`.execute(shop.db);
  const set = rows[0]?.uuid ?? '';
  await sql`insert into orders (id, token_hash, site, lang, product_uuid, time_span_id, quantity, total, hold_until)
    select gen_random_uuid(), gen_random_uuid()::text, 'borderless', 'ja', ${timed}, ${slot}, 1, 0, now() - interval '1 s'
    from generate_series(1, ${count}::int)`.execute(shop.db);
  await sql`insert into order_sets (order_id, site, set_uuid, count, price)
    select id, site, ${set}, 1, 0 from orders where site = 'borderless' and time_span_id = ${slot}`.execute(shop.db);
  await sql`insert into set_stocks (site, time_span_id, set_uuid, capacity, held)
    values ('borderless', ${slot}, ${set}, ${count}, ${count})`.execute(shop.db);
  await sql`update time_spans set held = ${count} where site = 'borderless' and id = ${slot}`.execute(shop.db);
};

/** Seats and set products of these tests' slots that are held, and orders that are open. */
const readHeld = async () => {
  const { rows } = await sql<{ seats: number; sets: number; open: number }>`select
    (select sum(held)::int from time_spans where id like 'test-%') as seats,
    (select sum(held)::int from set_stocks where time_span_id like 'test-%') as sets,
    (select count(*)::int from orders where status = 'open') as open`.execute(shop.db);
  return rows[0];
};

describe('thousands of holds that are over', () => {
  it('end as sets, shared by the processes that sweep, and all is free again', async () => {
    const sweeps = () => Promise.all([shop.sweep(), shop.sweep(), shop.sweep()]);
    const idle = await counter.during(sweeps);
    const slots = await Promise.all(Array.from({ length: 10 }, () => newSlot(shop, { seats: 100 })));
    for (const slot of slots) await holdMany(slot, 100);
    const { trips } = await counter.during(sweeps);
    expect(await readHeld()).toEqual({ seats: 0, sets: 0, open: 0 });
    /* Besides those of sweeps that find nothing. Not one for each of the 1,000. */
    expect(trips - idle.trips).toBeLessThan(100);
  });

  it('do not keep the next request waiting until all of them have ended', async () => {
    const slots = await Promise.all(Array.from({ length: 20 }, () => newSlot(shop, { seats: 101 })));
    for (const slot of slots) await holdMany(slot, 100);
    const order = shop.call('createOrder', { body: choiceOf(slots.at(-1) ?? '', 1) });
    const sweeping = shop.sweep();
    const first = await Promise.race([sweeping.then(() => 'sweep'), order.then(() => 'order')]);
    expect(first).toBe('order');
    await sweeping;
    const { order_token: token } = await order;
    await shop.call('deleteOrder', { params: { token } });
    expect(await readHeld()).toEqual({ seats: 0, sets: 0, open: 0 });
  });

  it('of one slot end for the next buyer, in steps that do not block it for long', async () => {
    const slot = await newSlot(shop, { seats: 2_000 });
    await holdMany(slot, 2_000);
    await shop.call('createOrder', { body: choiceOf(slot, 1) });
    expect(await readHeld()).toEqual({ seats: 1, sets: 0, open: 1 });
  });
});

it('old rows are deleted, also when two processes sweep', async () => {
  await sql`insert into webhook_events (provider, id, received_at) values ('stripe', 'old', now() - interval '31 days')`.execute(
    shop.db,
  );
  await Promise.all([shop.sweep(), shop.sweep()]);
  const { rows } = await sql`select 1 from webhook_events where id = 'old'`.execute(shop.db);
  expect(rows).toEqual([]);
});

/** Only PostgreSQL's driver shows commits. */
const commits = process.env.DATABASE_URL ? (count: number) => count : () => 0;

const order = (span: string) => shop.send('createOrder', { body: choiceOf(span, 1) });

/** The second time: statements are prepared then. */
const second = async (work: () => Promise<unknown>): Promise<Trips> => {
  await work();
  const { trips, commits } = await counter.during(work);
  return { trips, commits };
};

describe('round trips', () => {
  it('an order: two, and one commit', async () => {
    const { id } = await slotAt(shop, 0);
    expect(await second(() => order(id))).toEqual({ trips: 2, commits: commits(1) });
  });

  it('a sold-out order is refused by one, without waiting for the slot', async () => {
    const { id } = await slotAt(shop, 1);
    await sql`update time_spans set sold = capacity - held where id = ${id}`.execute(shop.db);
    expect(await second(() => order(id))).toEqual({ trips: 1, commits: commits(0) });
  });

  it('a whole purchase by card: thirteen', async () => {
    const { id } = await slotAt(shop, 3);
    /* The provider's notice would be counted with what runs meanwhile. */
    await setFault(shop, { fault: 'lost', route: 'webhooks', times: 1_000 });
    const purchase = async (): Promise<Trips> => {
      const sum: Trips = { trips: 0, commits: 0 };
      const add = async <T>(work: () => Promise<T>): Promise<T> => {
        const { done, trips, commits } = await counter.during(work);
        sum.trips += trips;
        sum.commits += commits;
        return done;
      };
      const { token, price } = await add(() => hold(shop, id));
      await add(() => shop.call('putOrder', { params: { token }, body: customer }));
      const payment = { token: await cardToken(shop), brand: 'visa', last4: '4242' };
      const body = { payment_method: 'stripe_secure', payment, lang: 'ja', price };
      const { status } = await add(() => shop.call('checkout', { params: { token }, body }));
      expect(status).toBe('paid');
      return sum;
    };
    await purchase();
    expect(await purchase()).toEqual({ trips: 13, commits: commits(6) });
  });
});
