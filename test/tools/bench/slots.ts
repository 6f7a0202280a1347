import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { searchProducts } from '#src/api/contract/products.ts';
import { addDays } from '#src/domain/dates.ts';
import { timed as timedProduct, tomorrow } from '#test/api/kit/buyer.ts';
import { startShop } from '#test/api/kit/shop.ts';
import { closedLoop, median } from './load.ts';

/** Slots of other products, so many that there are `count` in all; as wide as a chain of houses, years ahead and back. */
const fill = async (db: Db, count: number): Promise<void> => {
  const products = 200;
  await sql`
    insert into products (uuid, site, position, sale_type, sale_from, sale_to, min_quantity, max_quantity, words)
    select 'bench-' || n, site, 1000 + n, sale_type, sale_from, sale_to, min_quantity, max_quantity, words
    from products, generate_series(1, ${sql.lit(products)}) as n where uuid = ${timedProduct} on conflict do nothing`.execute(
    db,
  );
  const { there } = await db
    .selectFrom('time_spans')
    .select(sql<number>`count(*)::int`.as('there'))
    .executeTakeFirstOrThrow();
  await sql`
    insert into time_spans (id, product_uuid, day, reservation_from, reservation_to, sale_from, sale_to, capacity)
    select 'bench-' || ${sql.lit(there)} || '-' || n, 'bench-' || (n % ${sql.lit(products)} + 1), at::date, at, at + interval '30 minutes',
      at - interval '90 days', at, 100
    from (select n, timestamptz '2000-01-01' + make_interval(mins => 30 * (${sql.lit(there)} + n)) as at
      from generate_series(1, ${sql.lit(Math.max(0, count - there))}) as n) as made`.execute(db);
  await sql`analyze time_spans`.execute(db);
};

/** Milliseconds a month's availability takes, in the middle, with few slots in the database and with a million. */
export const monthBySlots = async (counts: readonly number[], seconds: number): Promise<number[]> => {
  const shop = await startShop();
  try {
    const query = { from: tomorrow, to: addDays(tomorrow, 30), lang: 'ja', product_uuid: timedProduct };
    const month = () => shop.ask(searchProducts, { query });
    const { rows } = await sql<{ uuid: string }>`select uuid from products where site <> 'borderless'`.execute(shop.db);
    /* A thousand: one product's year. What the seed has of other sites goes. */
    const others = rows.map(({ uuid }) => uuid);
    await sql`delete from time_spans where product_uuid = any(${others}::text[])`.execute(shop.db);
    const times: number[] = [];
    for (const count of counts) {
      await fill(shop.db, count);
      await closedLoop(1, seconds / 4, month);
      times.push(median((await closedLoop(1, seconds, month)).times));
    }
    return times;
  } finally {
    await shop.close();
  }
};
