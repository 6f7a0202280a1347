import * as v from 'valibot';
import { expect, it } from 'vitest';
import { readCsv } from '#server/core/csv.ts';
import { addDays } from '#src/domain/dates.ts';
import { buyTicket, seatsOf, ticketOf } from './kit/arrange.ts';
import { ledgerAt, timed, tomorrow } from './kit/buyer.ts';
import { callOperator, makeToday, makeToken, openOps } from './kit/ops.ts';
import { forFile, startShop } from './kit/shop.ts';

/** A venue's day from its season to its books, by commands and HTTP as an operator has them. */
const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));
const site = 'borderless';

const hours = [10, 11, 13, 14, 15];

/** Twelve weeks of five hours a day, as a spreadsheet has them. */
const seasonCsv = [
  'product,day,from,to,capacity',
  ...Array.from({ length: 84 }, (_, index) => addDays(tomorrow, index)).flatMap((day) =>
    hours.map((hour) => `${timed},${day},${hour}:00,${hour}:50,90`),
  ),
].join('\r\n');

const Today = v.object({ slots: v.array(v.object({ slot: v.string(), entered: v.number() })) });
const Sales = v.object({ csv: v.string() });
/** Kind and amount of each movement of money. */
const movements = (reply: unknown) =>
  readCsv(v.parse(Sales, reply).csv, { kind: ['kind'], gross: ['gross'] }).rows.map(({ values }) => values);

type Bought = Awaited<ReturnType<typeof buyTicket>>;
/** The states of each group's tickets, which it shares. */
const statesOf = (bought: readonly Bought[][]): Promise<string[]> =>
  Promise.all(
    bought.map(async (some) => {
      const tickets = await Promise.all(some.map(({ params }) => ticketOf(shop, params.reservation_token)));
      return [...new Set(tickets.map(({ state }) => state))].join();
    }),
  );

it('a season is imported, 200 tickets sold, an afternoon called off, the rest admitted, the books closed', async () => {
  const by = Object.fromEntries(
    await Promise.all(
      (['full', 'gate', 'read'] as const).map(async (scope) => [scope, (await makeToken(ops, site, scope)).token]),
    ),
  );
  const call = async (scope: string, name: string, input: object) => {
    const answer = await callOperator(shop, name, input, { token: by[scope] ?? '' });
    expect([name, answer.status]).toEqual([name, 200]);
    return answer.body;
  };
  const imported = await call('full', 'catalogue-import', { text: seasonCsv });
  expect(imported.totals).toMatchObject({ refused: 0 });

  const query = { from: tomorrow, to: tomorrow, lang: 'en', product_uuid: timed };
  const { time_spans } = await shop.call('searchProducts', { query });
  const slots = time_spans.map(({ id }) => id);
  expect(time_spans).toHaveLength(hours.length);
  const taken = () => Promise.all(slots.map(async (slot) => (await seatsOf(shop, slot)).sold));
  const before = await taken();
  const bought: Bought[][] = [];
  for (const slot of slots) {
    const some: Bought[] = [];
    for (let count = 0; count < 8; count += 1) some.push(await buyTicket(shop, slot, { adults: 5 }));
    bought.push(some);
  }

  // the hall is closed from one to three: who came at one may come at three
  const [ten, eleven, one, two, three] = slots;
  const whole = { people: 40, left: [] };
  expect(await ops.run('call-off', { site, slot: one, to: three })).toMatchObject(whole);
  expect(await ops.run('call-off', { site, slot: two, refund: 'all' })).toMatchObject(whole);
  expect(await statesOf(bought)).toEqual(['valid', 'valid', 'valid', 'cancelled', 'valid']);

  for (const slot of [ten, eleven, three]) await makeToday(shop, slot ?? '');
  const admitted = bought.filter((_, index) => index !== 3);
  for (const { number } of admitted.flat()) await call('gate', 'gate', { code: number });
  expect(await statesOf(admitted)).toEqual(['used', 'used', 'used', 'used']);

  const { slots: rows } = v.parse(Today, await call('read', 'today', {}));
  expect(Object.fromEntries(rows.map(({ slot, entered }) => [slot, entered]))).toMatchObject({
    [`${ten}`]: 40,
    [`${eleven}`]: 40,
    [`${three}`]: 80,
  });
  const sold = (await taken()).map((seats, index) => seats - (before[index] ?? 0));
  expect(sold).toEqual([40, 40, 0, 0, 80]);

  const lines = movements(await call('read', 'sales', { from: addDays(tomorrow, -2), to: tomorrow }));
  const theirs = Object.values(await ledgerAt(shop.sandbox.url));
  const kinds = lines.map(({ kind }) => kind);
  expect([kinds.filter((kind) => kind === 'sale').length, kinds.filter((kind) => kind === 'refund').length]).toEqual([
    40, 8,
  ]);
  const kept = theirs.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0);
  expect(lines.reduce((sum, { gross }) => sum + Number(gross), 0)).toBe(kept);
  expect(kept / 32).toBe(theirs[0]?.captured);
});
