import { CompiledQuery, type QueryExecutor, sql } from 'kysely';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { noLimits } from '#server/db/open.ts';
import { sendMails } from '#server/mail/send.ts';
import { operationNames, operations } from '#server/operators/commands/operations.ts';
import { watchShop } from '#server/operators/metrics/shop.ts';
import { countDue } from '#server/operators/retention/run.ts';
import { reconcile, watchPayments } from '#server/payments/reconcile.ts';
import { type CallName, contract } from '#src/api/contract/index.ts';
import { browserHeader, type Endpoint } from '#src/api/endpoint.ts';
import { addDays } from '#src/domain/dates.ts';
import { buyTicket, newSlot } from './kit/arrange.ts';
import { freeSlots, tomorrow } from './kit/buyer.ts';
import { openTestDatabase } from './kit/database.ts';
import { inputs, payingBrowser } from './kit/inputs.ts';
import { fillOrders } from './kit/many-orders.ts';
import { openOps, samples } from './kit/ops.ts';
import { forFile, startShop } from './kit/shop.ts';

/**
 * Orders of the database in the end, with nine rows each; a million by hand (docs/scaling.md). A tenth of them is there before the
 * statements are sent.
 */
const orders = Number(process.env.MANY_ORDERS ?? 2_500);
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
await fillOrders(database.db, orders / 10);
record(database.db.getExecutor());
if (database.reads !== database.db) record(database.reads.getExecutor());
const shop = await forFile(startShop({ database }));
const ops = await forFile(openOps(shop));

/** Tables that grow with what is sold; those of the catalogue are small. */
const grown = 'orders order_lines payments ledger tickets ticket_people outbox mail_links time_spans'.split(' ');

const rowsRead = sql<{ rows: number }>`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows
  from pg_stat_xact_user_tables where relname in (${sql.join(grown)})`;

type Plan = {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[] | undefined;
};
const Node: v.GenericSchema<unknown, Plan> = v.looseObject({
  'Node Type': v.string(),
  'Shared Hit Blocks': v.number(),
  'Shared Read Blocks': v.number(),
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

/** Rows and blocks of tables that a statement reads, also in functions, and the rows that it returns, counts or adds up. */
type Figures = { read: number; blocks: number; used: number };

const explain = async ({ text, parameters }: Statement): Promise<Figures> => {
  let found = { read: 0, blocks: 0, used: 0 };
  await shop.deps.db
    .transaction()
    .execute(async (tx) => {
      /* PostgreSQL reads a small table whole; where a row costs it a thousand times as much, only if no index serves. */
      if (orders < 20_000) await sql`set local cpu_tuple_cost = 10`.execute(tx);
      const before = await rowsRead.execute(tx);
      const { rows } = await tx.executeQuery(
        CompiledQuery.raw(`explain (analyze, buffers, format json) ${text}`, [...parameters]),
      );
      const after = await rowsRead.execute(tx);
      const plan = v.parse(Explained, rows[0])['QUERY PLAN'][0].Plan;
      found = {
        read: (after.rows[0]?.rows ?? 0) - (before.rows[0]?.rows ?? 0),
        blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
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

/** Statements of a temporary table that no longer exists, and of these tests. */
const cannotRepeat = /given_spans|from "outbox" where "address"/;

/** Sends every call of the contract, with the inputs of `kit/inputs.ts`. */
const visit = async () => {
  for (const name of Object.keys(inputs) as CallName[]) {
    const endpoint: Endpoint = contract[name];
    const headers: Record<string, string> = endpoint.browser ? { [browserHeader]: payingBrowser } : {};
    const reply = await shop.send(endpoint, { ...(await inputs[name](shop)), headers });
    if (reply.status !== 200) throw new Error(`${name} ${reply.text}`);
  }
  await freeSlots(shop);
};

/** Every operation, and searches of each meaning. */
const operate = async () => {
  for (const name of operationNames) {
    const span = await newSlot(shop);
    const { number } = await buyTicket(shop, span);
    await ops.run(name, { ...samples(number, span)[name], ...(operations[name].site === 'needed' && { site }) });
  }
  const texts = [
    '000000000007MN',
    'visitor7@many.example',
    'friend1-visitor7@many.example',
    '鈴木',
    'zz',
    'A'.repeat(16),
  ];
  for (const text of texts) await ops.run('find', { text });
  await ops.run('today', { day: tomorrow });
  await ops.run('today', { day: tomorrow, site });
  const days = { from: addDays(tomorrow, -30), to: tomorrow };
  const after = `1700000000000000_${crypto.randomUUID()}_sale`;
  for (const which of [{}, { site }, { after }, { site, after }]) await ops.run('sales', { ...days, ...which });
};

/** The work of the server without a request. */
const work = async () => {
  await shop.sweep();
  await watchPayments(shop.deps);
  await reconcile(shop.deps, { days: 1, age: 60 });
  await sendMails(shop.deps, null, new AbortController().signal);
  await countDue(shop.deps);
  watchShop(shop.deps.metrics, shop.deps.reads);
  await shop.deps.metrics.registry.metrics();
};

/** Each statement by its figures, before and after the other nine tenths of the orders. */
const measure = async () => {
  for (const send of [visit, operate, work]) await send();
  const all = [...statements.values()].filter(
    ({ text }) => /^\s*(?:select|update|delete|with)/i.test(text) && !cannotRepeat.test(text),
  );
  const few: Figures[] = [];
  for (const statement of all) few.push(await explain(statement));
  await fillOrders(database.db, orders, orders / 10);
  const measured = [];
  for (const [at, statement] of all.entries())
    measured.push({ text: statement.text.replaceAll(/\s+/g, ' '), few: few[at], many: await explain(statement) });
  return measured;
};
const measured = await measure();

describe(`each statement of a shop with ${orders} orders`, () => {
  it('reads few rows and blocks that it does not need', () => {
    expect(measured.length).toBeGreaterThan(150);
    const wasteful = measured.filter(({ many: { read, blocks, used } }) => Math.max(read, blocks) > 20 * used + 1_000);
    expect(wasteful).toEqual([]);
  });

  it('reads as much for each row that it needs as with a tenth of the orders', () => {
    const grown = measured.filter(({ few, many }) => {
      if (!few) return true;
      const most = 1.2 * Math.max(1, many.used / Math.max(1, few.used));
      /* A larger index is a block deeper, and a changed row may not fit on its page: then it goes into each index of its table. */
      return many.read > most * few.read + 10 || many.blocks > most * few.blocks + many.read + 40;
    });
    expect(grown).toEqual([]);
  });
});
