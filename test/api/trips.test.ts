import { countTrips, type Trips } from '@ticket-store/load-tools/bench/trips.ts';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { cardToken, choiceOf, customer, hold, setFault, slotAt } from './kit/buyer.ts';
import { forFile, startShop } from './kit/shop.ts';

/** How often a request goes to the database (docs/scaling.md#round-trips). */

/** Only PostgreSQL's driver shows commits. */
const commits = process.env.DATABASE_URL ? (count: number) => count : () => 0;

const shop = await forFile(startShop({ seatsPerAddress: 100_000 }));
const counter = countTrips();
afterAll(async () => {
  counter.restore();
});

const order = (span: string) => shop.send('createOrder', { body: choiceOf(span, 1) });

/** The second time: statements are prepared then. */
const second = async (work: () => Promise<unknown>): Promise<Trips> => {
  await work();
  const { trips, commits } = await counter.of(work);
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

  it('a cancellation: two, and one commit', async () => {
    const { id } = await slotAt(shop, 2);
    const tokens = [(await hold(shop, id)).token, (await hold(shop, id)).token];
    const cancel = () => shop.call('deleteOrder', { params: { token: tokens.pop() ?? '' } });
    expect(await second(cancel)).toEqual({ trips: 2, commits: commits(1) });
  });

  it('a whole purchase by card: thirteen', async () => {
    const { id } = await slotAt(shop, 3);
    /* The provider's notice would be counted with what runs meanwhile. */
    await setFault(shop, { fault: 'lost', route: 'webhooks', times: 1_000 });
    const purchase = async (): Promise<Trips> => {
      const sum: Trips = { trips: 0, commits: 0 };
      const add = async <T>(work: () => Promise<T>): Promise<T> => {
        const { done, trips, commits } = await counter.of(work);
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
