import { CompiledQuery, type QueryExecutor, sql } from 'kysely';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { type Db, noLimits } from '#server/db/open.ts';
import { sendMails } from '#server/mail/send.ts';
import { operationNames, operations } from '#server/operators/commands/operations.ts';
import { watchRetention } from '#server/operators/metrics/retention.ts';
import { watchShop } from '#server/operators/metrics/shop.ts';
import { countDue } from '#server/operators/retention/run.ts';
import { reconcile, watchPayments } from '#server/payments/reconcile.ts';
import { buyTicket, newSlot, sending } from './kit/arrange.ts';
import { customer, freeSlots, hold, tomorrow } from './kit/buyer.ts';
import { openTestDatabase } from './kit/database.ts';
import { openOps, samples } from './kit/ops.ts';
import { forFile, startShop } from './kit/shop.ts';

/**
 * Fills a seeded database with `orders` paid orders of the past and the next days: five of them in a slot, 2.85 tickets and three
 * people each, with payments, mails and mailed links. Ids are derived from numbers, so the same call gives the same rows.
 */
const fillOrders = async (db: Db, orders: number): Promise<void> => {
  const slots = Math.ceil(orders / 5);
  const statements = [
    /* Foreign keys are true by construction; checking them takes most of the time. */
    'set session_replication_role = replica',
    `create temporary table shelf as select site, uuid, row_number() over (order by site, uuid) - 1 as at from products`,
    /* Ten slots a day of each product, the newest in a week. */
    `create temporary table made_slots as
      select n, 'many-' || n as id, site, uuid, (current_date + 7 - (n / (10 * (select count(*) from shelf)))::int) as day,
        9 + (n / (select count(*) from shelf)) % 10 as hour
      from generate_series(0, ${slots} - 1) as n join shelf on at = n % (select count(*) from shelf)`,
    `insert into time_spans (site, id, product_uuid, day, reservation_from, reservation_to, sale_from, sale_to, capacity, sold)
      select site, id, uuid, day, (day + make_interval(hours => hour::int, mins => 7)) at time zone 'Asia/Tokyo',
        (day + make_interval(hours => hour::int, mins => 52)) at time zone 'Asia/Tokyo',
        day - interval '90 days', day + interval '1 day', 40, 15
      from made_slots`,
    `create temporary table made as
      select numbers.n, md5('order ' || numbers.n)::uuid as id, site, made_slots.id as span, uuid, day,
        to_char(numbers.n, 'FM000000000000"MN"') as number, 'visitor' || numbers.n || '@many.example' as email
      from (select generate_series(0, ${orders} - 1) as n) as numbers join made_slots on made_slots.n = numbers.n / 5`,
    `insert into orders (id, token_hash, site, lang, status, product_uuid, time_span_id, quantity, total, customer,
        payment_method, hold_until, reservation_number, created_at, paid_at, held_since, records_from)
      select id, md5('token ' || n), site, 'ja', 'paid', uuid, span, 3, 6000,
        jsonb_build_object('fullname', (array['佐藤','鈴木','高橋','田中','김','이','王','Smith','Brown','Dubois'])[1 + n % 10] || ' '
          || (array['花子','太郎','민준','伟','Anna','Luc'])[1 + n % 6] || chr(19968 + n / 60 % 2000), 'email', email,
          'mail_magazine', ''),
        'stripe', day - interval '6 days', number, day - interval '7 days', day - interval '7 days', day - interval '7 days',
        date_trunc('year', day)::date
      from made`,
    `insert into payments (id, order_id, method, state, provider_id, amount, r_hash, return_base, created_at, asked_at, data)
      select md5('payment ' || n)::uuid, id, 'stripe', 'paid', 'pi_many_' || n, 6000, md5('r ' || n), '', day - interval '7 days',
        day - interval '7 days', '{"contract": "default"}' from made`,
    `create temporary table made_tickets as
      select n, part, md5('ticket ' || n || ' ' || part)::uuid as id, id as order_id, site, span, number, email
      from made join generate_series(0, 2) as part on part < 2 or n % 20 < 17`,
    `insert into tickets (id, order_id, token_hash, entry_hash, state, created_at, number, kind, time_span_id, lang, email, site)
      select id, order_id, md5('ticket token ' || id), md5('entry ' || id), case when n % 3 = 0 then 'used' else 'valid' end,
        now() - interval '9 days', case part when 0 then number else to_char(n * 3 + part, 'FM000000000000"PT"') end,
        case part when 0 then 'order' else 'sent' end, span, 'ja', case part when 0 then null else 'friend' || part || '-' || email end,
        site from made_tickets`,
    `insert into ticket_people (id, ticket_id, option_id, position, price, entry_hash, site)
      select md5('person ' || t.id)::uuid, t.id, o.id, part, 2000, md5('person code ' || t.id), t.site
      from made_tickets as t join made using (n)
        join (select distinct on (site, product_uuid) site, product_uuid, id from product_options order by site, product_uuid, position)
          as o on o.site = t.site and o.product_uuid = made.uuid`,
    `insert into order_lines (order_id, site, option_id, position, count, price)
      select made.id, made.site, o.id, 0, 3, 2000 from made
        join (select distinct on (site, product_uuid) site, product_uuid, id from product_options order by site, product_uuid, position)
          as o on o.site = made.site and o.product_uuid = made.uuid`,
    `insert into outbox (id, order_id, site, lang, kind, address, created_at, sent_at, state, due_at)
      select md5('mail ' || n)::uuid, id, site, 'ja', 'completed', email, day - interval '7 days', day - interval '7 days', 'sent',
        day - interval '7 days' from made`,
    `insert into mail_links (id, token_hash, made_for, order_id, address, created_at)
      select md5('link ' || n)::uuid, md5('link token ' || n), id, id, email, day - interval '7 days' from made`,
    'drop table made_tickets, made, made_slots, shelf',
    'analyze',
    'set session_replication_role = origin',
  ];
  await db.connection().execute(async (connection) => {
    for (const statement of statements) await sql.raw(statement).execute(connection);
  });
};

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
