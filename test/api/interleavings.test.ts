import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteOrder, extendOrder, getOrder } from '#src/api/contract/orders.ts';
import {
  answerChallenge,
  booked,
  clearFaults,
  confirm,
  newKey,
  pay,
  ready,
  replyOf,
  setFault,
  slotAt,
} from './kit/buyer.ts';
import { type Shop, startShop } from './kit/shop.ts';
import { passMinutes, seatsOf } from './kit/time.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop({ timeout: 400 });
});
afterAll(() => shop.close());

const challengeCard = '4000002760003184';

/** An order whose identity check waits, and everything that can happen to it next. */
const begin = async (span: string) => {
  const order = await ready(shop, span, 2);
  const reply = replyOf(await pay(shop, order, { card: challengeCard }));
  if (reply.status !== 'requires_action') throw new Error(reply.status);
  const { payment_intent_id: id, client_secret: secret } = reply;
  const params = { token: order.token };
  const events = {
    answer: () => answerChallenge(shop, id, secret, 'complete').catch(() => null),
    fail: () => answerChallenge(shop, id, secret, 'fail').catch(() => null),
    confirm: () => confirm(shop, id),
    cancel: () => shop.send(deleteOrder, { params, key: newKey() }),
    extend: () => shop.send(extendOrder, { params, key: newKey() }),
    read: () => shop.send(getOrder, { params }),
    payAgain: () => pay(shop, order).catch(() => null),
    late: () => passMinutes(shop, order.token, 30),
    sweep: () => shop.sweep(),
    silence: () => setFault(shop, { route: '*', fault: 'unavailable', times: 4 }),
    /** Our side believes the attempt over while the provider does not: the answer will be late money. */
    forget: () =>
      shop.db
        .updateTable('payments')
        .set({ state: 'cancelled' })
        .where('provider_id', '=', id)
        .where('state', '=', 'requires_action')
        .execute(),
  };
  return { ...order, events };
};
type Name = keyof Awaited<ReturnType<typeof begin>>['events'];
const names: Name[] = [
  'answer',
  'fail',
  'confirm',
  'cancel',
  'extend',
  'read',
  'payAgain',
  'late',
  'sweep',
  'silence',
  'forget',
];

/** What the stock must be by the orders there are. */
const counted = async (span: string): Promise<{ held: number; paid: number }> =>
  shop.db
    .selectFrom('orders')
    .select(sql<number>`coalesce(sum(quantity) filter (where status in ('open', 'checking')), 0)::int`.as('held'))
    .select(sql<number>`coalesce(sum(quantity) filter (where status = 'paid'), 0)::int`.as('paid'))
    .where('time_span_id', '=', span)
    .executeTakeFirstOrThrow();

it('whatever happens in whatever order, money and seats agree in the end (quality-bars R7, R8)', async () => {
  const ends = new Set<string>();
  const step = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const { id: span } = await slotAt(shop, 0);
      const sold = (await seatsOf(shop, span)).sold - (await counted(span)).paid;
      const order = await begin(span);
      for (const together of steps) await Promise.all(together.map((name) => order.events[name]()));
      await clearFaults(shop);
      await shop.sandbox.sandbox.webhooks.settled();
      await passMinutes(shop, order.token, 60);
      await shop.sweep();
      await shop.sweep();

      const { status, price } = await shop.ask(getOrder, { params: { token: order.token } });
      const book = await booked(shop, order.token);
      expect(['paid', 'refunded', 'expired', 'cancelled']).toContain(status);
      expect(book.captured - book.refunded).toBe(status === 'paid' ? price : 0);
      const { held, paid } = await counted(span);
      expect(await seatsOf(shop, span)).toMatchObject({ held, sold: sold + paid });
      ends.add(status);
      await shop.db.updateTable('time_spans').set({ capacity: 400 }).where('id', '=', span).execute();
    }),
    { numRuns: 40, endOnFailure: true },
  );
  expect([...ends].sort()).toEqual(expect.arrayContaining(['cancelled', 'expired', 'paid']));
  expect(shop.logged.filter(({ event }) => event === 'request_failed' || event.startsWith('sweep'))).toEqual([]);
});
