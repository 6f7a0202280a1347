import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { callOff } from '#server/payments/call-off.ts';
import { watchOrders } from '#server/payments/reconcile.ts';
import { randomly } from '#test/tools/sample.ts';
import { changeRows, newSlot, passMinutes, rowOf, rowsOf, seatsOf } from './kit/arrange.ts';
import { clearFaults, newKey, readLedger, ready, setFault } from './kit/buyer.ts';
import { answerChallenge, challenge, confirm, pay } from './kit/pay.ts';
import { orderIdOf } from './kit/retained.ts';
import { forFile, type Shop, startShop } from './kit/shop.ts';
import { openTwin } from './kit/twin-site.ts';

/** Two servers on one database. Visitors, the sweeper and the operator use either; the provider's notices go to the first. */
const shop = await forFile(startShop({ timeout: 400 }));
const twin = await forFile(openTwin(shop));

/** A slot that is called off, whose money goes back. */
const lost = {
  site: 'borderless',
  base: shop.url,
  to: null,
  refund: true,
  fee: 0,
  choiceUntil: null,
  force: false,
  by: 'local',
  gate: '',
} as const;

/** An order with a pending identity check. */
const begin = async (span: string) => {
  const email = `${newKey()}@visitor.example`;
  const order = await ready(shop, span, { adults: 2, email });
  const { payment_intent_id: id, client_secret: secret } = await challenge(shop, order);
  return { ...order, span, id, secret, params: { token: order.token } };
};
type Begun = Awaited<ReturnType<typeof begin>>;

const notice = (fault: string) => setFault(shop, { route: 'webhooks', fault, times: 1, ms: 40 });
/** Every event that can happen to the order next, on either server. */
const events: Record<string, (order: Begun, at: Shop) => Promise<unknown>> = {
  answer: ({ id, secret }) => answerChallenge(shop, id, secret, 'complete').catch(() => null),
  fail: ({ id, secret }) => answerChallenge(shop, id, secret, 'fail').catch(() => null),
  confirm: ({ id }, at) => confirm(at, id),
  cancel: ({ params }, at) => at.send('deleteOrder', { params, key: newKey() }),
  extend: ({ params }, at) => at.send('extendOrder', { params, key: newKey() }),
  read: ({ params }, at) => at.send('getOrder', { params }),
  payAgain: (order, at) => pay(at, order).catch(() => null),
  late: ({ token }) => passMinutes(shop, token, 30),
  sweep: (_order, at) => at.sweep(),
  silence: () => setFault(shop, { route: '*', fault: 'unavailable', times: 4 }),
  noticeLost: () => notice('lost'),
  noticeTwice: () => notice('duplicate'),
  noticeLate: () => notice('late'),
  callOff: ({ span }, at) => callOff(at.deps, { ...lost, which: { slot: span } }),
  /** We consider the attempt over while the provider does not: the answer makes it a late payment. */
  forget: ({ id }) =>
    changeRows(shop, 'payments', { provider_id: id, state: 'requires_action' }, { state: 'cancelled' }),
};

/** Stock computed from the orders. */
const counted = async (span: string): Promise<{ held: number; paid: number }> =>
  shop.db
    .selectFrom('orders')
    .select(sql<number>`coalesce(sum(quantity) filter (where status in ('open', 'checking')), 0)::int`.as('held'))
    .select(sql<number>`coalesce(sum(quantity) filter (where status = 'paid'), 0)::int`.as('paid'))
    .where('time_span_id', '=', span)
    .executeTakeFirstOrThrow();

/** How many mails the visitor gets about tickets and about refunds, and how many of each happened. */
const letters = async (token: string) => {
  const order_id = await orderIdOf(shop, token);
  const mails = await rowsOf(shop, 'outbox', { order_id });
  const attempts = await rowsOf(shop, 'payments', { order_id });
  const count = (kind: string) => mails.filter((mail) => mail.kind === kind).length;
  const refunds = attempts.filter(({ state }) => state === 'refunded').length;
  return { completed: count('completed'), refunded: count('refunded'), refunds, others: mails.length };
};

const sampledRuns = randomly('interleavings of payment, notices, sweeps and cancelling', 1_000, 40);

/** docs/architecture.md#bar-late-payment, docs/architecture.md#bar-expiry, docs/architecture.md#bar-ledger */
it('in any interleaving, money and seats agree and the visitor gets one mail', async () => {
  const ends = new Set<string>();
  const event = fc.tuple(fc.constantFrom(...Object.entries(events)), fc.boolean());
  const step = fc.array(event, { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const span = await newSlot(shop);
      const order = await begin(span);
      for (const together of steps)
        await Promise.all(together.map(([[, happen], isTwin]) => happen(order, isTwin ? twin : shop)));
      await clearFaults(shop);
      await shop.sandbox.sandbox.webhooks.settled();
      await passMinutes(shop, order.token, 60);
      await Promise.all([shop.sweep(), twin.sweep()]);
      await shop.sweep();
      expect(await watchOrders(shop.deps, [await orderIdOf(shop, order.token)])).toEqual([]);

      const { status, price } = await twin.call('getOrder', { params: { token: order.token } });
      const ledger = await readLedger(shop, order.token);
      expect(['paid', 'refunded', 'expired', 'cancelled']).toContain(status);
      expect(ledger.captured - ledger.refunded).toBe(status === 'paid' ? price : 0);
      const { completed, refunded, refunds } = await letters(order.token);
      const { paid_at } = await rowOf(shop, 'orders', { id: await orderIdOf(shop, order.token) });
      if (status === 'paid') expect(paid_at).not.toBeNull();
      expect({ completed, refunded }).toEqual({ completed: paid_at ? 1 : 0, refunded: refunds });
      if (status === 'refunded') expect(refunds).toBeGreaterThan(0);
      const { held, paid } = await counted(span);
      expect(await seatsOf(shop, span)).toMatchObject({ held, sold: paid });
      ends.add(status);
    }),
    { ...sampledRuns, endOnFailure: true },
  );
  expect([...ends].sort()).toEqual(expect.arrayContaining(['cancelled', 'expired', 'paid']));
  expect(shop.logged.filter(({ event }) => event === 'request_failed' || event.startsWith('sweep'))).toEqual([]);
});
