import { sql } from 'kysely';
import { hashOf } from '#server/core/crypto.ts';
import type { Db } from '#server/db/open.ts';
import { runRetention } from '#server/operators/retention/run.ts';
import { changeRows, earlier, rowOf } from './arrange.ts';
import type { Shop } from './shop.ts';

/** Reads a line for each total that accounting and statistics need, by month, without personal data. */
export const readTotals = async (db: Db): Promise<string[]> => {
  const queries = [
    sql`select 'orders', site, to_char(created_at, 'YYYY-MM'), status, count(*), sum(total), sum(total * 10 / 110),
      count(reservation_number), count(paid_at) from orders group by 2, 3, 4`,
    sql`select 'payments', method, to_char(created_at, 'YYYY-MM'), state, count(*), sum(amount), count(provider_id)
      from payments group by 2, 3, 4`,
    sql`select 'lines', option_id, to_char(created_at, 'YYYY-MM'), sum(count), sum(count * price)
      from order_lines join orders on orders.id = order_id group by 2, 3`,
    sql`select 'sets', set_uuid, sum(count), sum(count * price) from order_sets group by 2`,
    sql`select 'coupons', coupon_id, counted, count(*), sum(discount), min(coupons.uses)
      from coupon_uses join coupons on coupons.site = coupon_uses.site and coupons.id = coupon_id group by 2, 3`,
    sql`select 'slots', id, capacity, held, sold from time_spans where sold > 0 or held > 0`,
    sql`select 'people', tickets.time_span_id, tickets.state, count(*), sum(price), count(used_at)
      from ticket_people join tickets on tickets.id = ticket_id group by 2, 3`,
    sql`select 'numbers', md5(string_agg(reservation_number, ',' order by reservation_number)) from orders`,
    sql`select 'references', md5(string_agg(provider_id || coalesce(data ->> 'tracking', ''), ',' order by provider_id))
      from payments`,
  ];
  const lines: string[] = [];
  for (const query of queries)
    for (const row of (await query.execute(db)).rows) lines.push(JSON.stringify(Object.values(row as object)));
  return lines.toSorted();
};

/** Makes the daily run due and executes it. Returns the line it logged. */
export const runNow = async (shop: Shop) => {
  await changeRows(shop, 'retention_state', {}, { due_at: new Date(0) });
  shop.logged.length = 0;
  await runRetention(shop.deps);
  return shop.logged.find(({ event }) => event.startsWith('retention_'));
};

/** The id of an order, by its token. */
export const orderIdOf = async (shop: Shop, token: string): Promise<string> =>
  (await rowOf(shop, 'orders', { token_hash: hashOf(token) })).id;

/**
 * Makes an order, all its records and its tickets' visits older by some days. No other order may be on those slots; its mails
 * count as sent.
 */
export const passDays = async (shop: Shop, id: string, days: number): Promise<void> => {
  const shift = sql`make_interval(days => ${days})`;
  const spans = shop.db.selectFrom('tickets').select('time_span_id').where('order_id', '=', id);
  const own = shop.db.selectFrom('orders').select('time_span_id').where('id', '=', id);
  await shop.db
    .updateTable('time_spans')
    .where('time_spans.site', '=', 'borderless')
    .set({ ...earlier(shift, 'reservation_from', 'reservation_to', 'sale_to'), day: sql`day - ${days}::int` })
    .where('id', 'in', spans.union(own))
    .execute();
  await changeRows(shop, 'orders', { id }, earlier(shift, 'created_at', 'hold_until', 'paid_at'));
  await changeRows(shop, 'payments', { order_id: id }, earlier(shift, 'created_at', 'asked_at'));
  const mails = earlier(shift, 'created_at', 'due_at', 'sent_at');
  await changeRows(shop, 'outbox', { order_id: id }, { state: 'sent', ...mails });
};

/** Whether an order still has its buyer's data. */
export const isNamed = async (shop: Shop, id: string): Promise<boolean> =>
  (await rowOf(shop, 'orders', { id })).customer !== null;

/** The whole content of the database, of all tables but one, as text. */
export const everything = async (shop: Shop, without = ''): Promise<string> => {
  const tables = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name <> ${without}`.execute(shop.db);
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ line: string }>`select row_to_json(t)::text as line from ${sql.table(name)} t`.execute(
      shop.db,
    );
    texts.push(...rows.map(({ line }) => line));
  }
  return texts.sort().join('\n');
};
