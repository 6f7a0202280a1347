import { sql } from 'kysely';
import { hashOf } from '#server/core/crypto.ts';
import { runRetention } from '#server/operators/retention/run.ts';
import { changeRows, rowOf } from './arrange.ts';
import type { Shop } from './shop.ts';

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
    .set({
      reservation_from: sql`reservation_from - ${shift}`,
      reservation_to: sql`reservation_to - ${shift}`,
      sale_to: sql`sale_to - ${shift}`,
      day: sql`day - ${days}::int`,
    })
    .where('id', 'in', spans.union(own))
    .execute();
  await changeRows(
    shop,
    'orders',
    { id },
    {
      created_at: sql`created_at - ${shift}`,
      hold_until: sql`hold_until - ${shift}`,
      paid_at: sql`paid_at - ${shift}`,
    },
  );
  await changeRows(
    shop,
    'payments',
    { order_id: id },
    { created_at: sql`created_at - ${shift}`, asked_at: sql`asked_at - ${shift}` },
  );
  await changeRows(
    shop,
    'outbox',
    { order_id: id },
    {
      state: 'sent',
      created_at: sql`created_at - ${shift}`,
      due_at: sql`due_at - ${shift}`,
      sent_at: sql`sent_at - ${shift}`,
    },
  );
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
