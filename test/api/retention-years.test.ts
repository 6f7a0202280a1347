import { afterAll, beforeAll, expect, it } from 'vitest';
import { runRetention } from '#server/retention/run.ts';
import { choiceOf } from './kit/buyer.ts';
import { changeRows } from './kit/rows.ts';
import { type Shop, startShop } from './kit/shop.ts';
import { newSlot } from './kit/slot.ts';
import { expectedMarks, marksIn, plantYears, readTotals } from './kit/years.ts';

/** Five years of orders; `FULL=1` makes ten times as many. */
const orders = process.env.FULL ? 50_000 : 5_000;
const times = { unpaid: 1, mail: 30, visit: 400 };

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
  await plantYears(shop.db, orders);
});
afterAll(() => shop.close());

/** A visitor who orders repeatedly until `isOver`; returns the statuses and the longest response time in ms. */
const buyUntil = async (isOver: () => boolean) => {
  const slot = await newSlot(shop, { seats: 100_000 });
  const statuses: number[] = [];
  let longest = 0;
  while (!isOver()) {
    const began = performance.now();
    const { status } = await shop.send('createOrder', { body: choiceOf(slot, 1) });
    statuses.push(status);
    longest = Math.max(longest, performance.now() - began);
  }
  return { statuses, longest };
};

it('deletes personal data of five years on time while the shop sells, and leaves the accounting unchanged', async () => {
  const planted = await marksIn(shop.db);
  const all = expectedMarks(orders, { unpaid: 9_999, mail: 9_999, visit: 9_999 });
  expect([...all].filter((mark) => !planted.has(mark))).toEqual([]);
  const before = await readTotals(shop.db);
  const began = performance.now();
  let isOver = false;
  const run = runRetention(shop.deps).finally(() => {
    isOver = true;
  });
  const { statuses, longest } = await buyUntil(() => isOver);
  await run;
  const seconds = (performance.now() - began) / 1_000;

  const [line] = shop.logged.filter(({ event }) => event.startsWith('retention_'));
  expect(line).toMatchObject({ level: 'info', event: 'retention_done' });
  console.log(
    `${orders} orders of five years: ${seconds.toFixed(1)} s, ${line?.facts.batches} batches, ${JSON.stringify(line?.facts)};`,
    `${statuses.length} orders placed meanwhile, the longest took ${longest.toFixed(0)} ms`,
  );
  expect(statuses.length).toBeGreaterThan(3);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);

  const remaining = await marksIn(shop.db);
  const expected = expectedMarks(orders, times);
  expect([...remaining].filter((mark) => !expected.has(mark)).slice(0, 20), 'left too long').toEqual([]);
  expect([...expected].filter((mark) => !remaining.has(mark)).slice(0, 20), 'gone too early').toEqual([]);
  expect(expected.size).toBeGreaterThan(orders / 2);
  expect(planted.size).toBeGreaterThan(expected.size * 2);

  /* Only the purchases made meanwhile are new in the ledger. */
  await shop.db.deleteFrom('order_lines').where('order_id', 'in', boughtNow()).execute();
  await shop.db.deleteFrom('orders').where('time_span_id', 'like', 'test-%').execute();
  await shop.db
    .deleteFrom('time_spans')
    .where('time_spans.site', '=', 'borderless')
    .where('id', 'like', 'test-%')
    .execute();
  expect(await readTotals(shop.db)).toEqual(before);
});

const boughtNow = () => shop.db.selectFrom('orders').select('id').where('time_span_id', 'like', 'test-%');

it('finds nothing more to do the next day', async () => {
  await changeRows(shop, 'retention_state', {}, { due_at: new Date(0) });
  shop.logged.length = 0;
  await runRetention(shop.deps);
  expect(shop.logged).toMatchObject([
    { event: 'retention_done', facts: { mails: 0, unpaid: 0, visits: 0, records: 0, subscriptions: 0 } },
  ]);
});
