import { CompiledQuery, type QueryExecutor, sql } from 'kysely';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { noLimits } from '#server/db/limits.ts';
import { sendMails } from '#server/mail/send.ts';
import { operationNames, operations } from '#server/operators/commands/operations.ts';
import { watchRetention } from '#server/operators/metrics/retention.ts';
import { watchShop } from '#server/operators/metrics/shop.ts';
import { countDue } from '#server/operators/retention/run.ts';
import { reconcile, watchPayments } from '#server/payments/reconcile.ts';
import { buyTicket, newSlot, sending } from './kit/arrange.ts';
import { customer, freeSlots, hold, tomorrow } from './kit/buyer.ts';
import { openTestDatabase } from './kit/database.ts';
import { fillOrders } from './kit/many-orders.ts';
import { openOps, samples } from './kit/ops.ts';
import { forFile, startShop } from './kit/shop.ts';

/**
 * Orders of the database, with nine rows each; a million by hand (docs/scaling.md). With few orders PostgreSQL reads a whole table
 * rather than an index, so a row costs it a thousand times as much: then only a statement that no index serves reads it.
 */
const orders = Number(process.env.MANY_ORDERS ?? 1_500);
const site = 'borderless';

type Statement = { text: string; parameters: readonly unknown[] };

/** Each different statement that is sent, with the values that it was last sent with. */
const statements = new Map<string, Statement>();

/** Records what an executor sends, also in its transactions. */
const record = <Executor extends QueryExecutor>(executor: Executor): Executor => {
  const { executeQuery, withConnectionProvider } = executor;
  executor.executeQuery = (query, ...rest) => {
    statements.set(query.sql, { text: query.sql, parameters: query.parameters });
    return Reflect.apply(executeQuery, executor, [query, ...rest]);
  };
  executor.withConnectionProvider = (provider) => record(withConnectionProvider.call(executor, provider));
  return executor;
};

const database = await openTestDatabase(noLimits);
await fillOrders(database.db, orders);
record(database.db.getExecutor());
if (database.reads !== database.db) record(database.reads.getExecutor());
const shop = await forFile(startShop({ database }));
const ops = await forFile(openOps(shop));

/** Tables that grow with what is sold; those of the catalogue are small. */
const grown = ['orders', 'order_lines', 'payments', 'tickets', 'ticket_people', 'outbox', 'mail_links', 'time_spans'];

const rowsRead = sql<{ rows: number }>`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows
  from pg_stat_xact_user_tables where relname in (${sql.join(grown)})`;

type Plan = { 'Node Type': string; 'Actual Rows': number; 'Actual Loops': number; Plans?: Plan[] | undefined };
const Node: v.GenericSchema<unknown, Plan> = v.looseObject({
  'Node Type': v.string(),
  'Actual Rows': v.number(),
  'Actual Loops': v.number(),
  Plans: v.optional(v.array(v.lazy(() => Node))),
});
const Explained = v.object({ 'QUERY PLAN': v.tuple([v.looseObject({ Plan: Node })]) });

const rowsOf = (plan: Plan): number => plan['Actual Rows'] * plan['Actual Loops'];

/** Rows that a part of a plan counts or adds up. */
const countedIn = ({ 'Node Type': type, Plans = [] }: Plan): number =>
  Plans.reduce((sum, part) => sum + countedIn(part) + (/Aggregate|Group/.test(type) ? rowsOf(part) : 0), 0);

/** Thrown to undo what an explained statement did. */
class Undone extends Error {}

/** How many rows of tables a statement reads, also in functions, and how many it returns, counts or adds up. */
const explain = async ({ text, parameters }: Statement): Promise<{ read: number; used: number }> => {
  let found = { read: 0, used: 0 };
  await shop.deps.db
    .transaction()
    .execute(async (tx) => {
      if (orders < 20_000) await sql`set local cpu_tuple_cost = 10`.execute(tx);
      const before = await rowsRead.execute(tx);
      const { rows } = await tx.executeQuery(
        CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters]),
      );
      const after = await rowsRead.execute(tx);
      const plan = v.parse(Explained, rows[0])['QUERY PLAN'][0].Plan;
      found = {
        read: (after.rows[0]?.rows ?? 0) - (before.rows[0]?.rows ?? 0),
        used: rowsOf(plan) + countedIn(plan),
      };
      throw new Undone();
    })
    .catch((thrown: unknown) => {
      /* A seat that was sold, or a row that was written, is so only once. */
      const isWritten = v.is(v.looseObject({ code: v.picklist(['23505', '23514']) }), thrown);
      if (!(thrown instanceof Undone) && !isWritten) throw thrown;
    });
  return found;
};

/** Statements of a temporary table that no longer exists, and of rows that exist already. */
const cannotRepeat = /given_spans|^insert into/;

const wasteful = async (): Promise<string[]> => {
  const faults: string[] = [];
  for (const statement of [...statements.values()]) {
    if (!/^\s*(?:select|update|delete|with)/i.test(statement.text) || cannotRepeat.test(statement.text)) continue;
    const { read, used } = await explain(statement);
    if (read > 20 * used + 1_000)
      faults.push(`${read} rows read for ${used}: ${statement.text.replaceAll(/\s+/g, ' ')}`);
  }
  return faults;
};

describe(`a shop with ${orders} orders reads few rows that it does not need`, () => {
  it('when visitors browse, buy, and use their tickets', async () => {
    statements.clear();
    const [span, other] = [await newSlot(shop), await newSlot(shop)];
    await shop.call('getProducts', { query: { lang: 'ja' } });
    await freeSlots(shop);
    await hold(shop, span);
    const { params, order } = await buyTicket(shop, span, 3);
    await shop.call('getOrder', { params: { token: order } });
    await shop.call('getTicket', { params });
    await shop.send('sendTicket', { params, body: sending(1) });
    await shop.send('shareTicket', { params, body: {} });
    await shop.send('getReceipt', { params, query: { lang: 'ja' } });
    await shop.send('changeDate', { params, body: { time_span_id: other, lang: 'ja' } });
    await shop.send('correctEmail', { params: { token: order }, body: { email: 'other@visitor.example' } });
    await shop.send('createReservationMail', { body: { email: customer.email, lang: 'ja' } });
    expect(await wasteful()).toEqual([]);
  });

  it('when people at the venue search, list, cancel and pay back', async () => {
    statements.clear();
    for (const name of operationNames) {
      const span = await newSlot(shop);
      const { number } = await buyTicket(shop, span, 1);
      await ops.run(name, { ...samples(number, span)[name], ...(operations[name].site === 'needed' && { site }) });
    }
    for (const text of [
      '000000000007MN',
      'visitor7@many.example',
      'friend1-visitor7@many.example',
      '鈴木',
      'なし',
      'zz',
      'A'.repeat(16),
    ])
      await ops.run('find', { text });
    await ops.run('today', { day: tomorrow });
    await ops.run('today', { day: tomorrow, site });
    expect(await wasteful()).toEqual([]);
  });

  it('when it works by itself', async () => {
    statements.clear();
    await shop.sweep();
    await watchPayments(shop.deps);
    await reconcile(shop.deps, { days: 1, age: 60 });
    await sendMails(shop.deps, null, new AbortController().signal);
    await countDue(shop.deps);
    watchShop(shop.deps.metrics, shop.deps.reads);
    watchRetention(shop.deps.metrics, shop.deps.reads);
    await shop.deps.metrics.registry.metrics();
    expect(await wasteful()).toEqual([]);
  });
});
