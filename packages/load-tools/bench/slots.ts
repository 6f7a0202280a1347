import { sql } from 'kysely';
import type { Db } from 'ticket-store/server/db/open.ts';
import { addDays } from 'ticket-store/src/domain/dates.ts';
import { timed as timedProduct, tomorrow } from 'ticket-store/test/api/kit/buyer.ts';
import { type Shop, startShop } from 'ticket-store/test/api/kit/shop.ts';
import { closedLoop, median } from './load.ts';

/** Adds slots of other products up to `count` in total, spread over years in both directions. */
const fill = async (db: Db, count: number): Promise<void> => {
  const products = 200;
  await sql`
    insert into products (uuid, site, position, sale_type, sale_from, sale_to, min_quantity, max_quantity, words)
    select 'bench-' || n, site, 1000 + n, sale_type, sale_from, sale_to, min_quantity, max_quantity, words
    from products, generate_series(1, ${sql.lit(products)}) as n where site = 'borderless' and uuid = ${timedProduct} on conflict do nothing`.execute(
    db,
  );
  const { there } = await db
    .selectFrom('time_spans')
    .select(sql<number>`count(*)::int`.as('there'))
    .executeTakeFirstOrThrow();
  await sql`
    insert into time_spans (site, id, product_uuid, day, reservation_from, reservation_to, sale_from, sale_to, capacity)
    select 'borderless', 'bench-' || ${sql.lit(there)} || '-' || n, 'bench-' || (n % ${sql.lit(products)} + 1), at::date, at, at + interval '30 minutes',
      at - interval '90 days', at, 100
    from (select n, timestamptz '2000-01-01' + make_interval(mins => 30 * (${sql.lit(there)} + n)) as at
      from generate_series(1, ${sql.lit(Math.max(0, count - there))}) as n) as made`.execute(db);
  await sql`analyze time_spans`.execute(db);
};

/** A shop with this many slots in its database. */
const shopWith = async (count: number): Promise<Shop> => {
  const shop = await startShop();
  /* The first thousand are one product's year; the seed's slots of other sites are deleted. */
  await sql`delete from time_spans where site <> 'borderless'`.execute(shop.db);
  await fill(shop.db, count);
  return shop;
};

/**
 * Median duration in ms of a query for one month's availability, by number of slots. The shops are measured alternately, a second
 * each, so that other load affects all equally.
 */
export const monthBySlots = async (counts: readonly number[], seconds: number): Promise<number[]> => {
  const query = { from: tomorrow, to: addDays(tomorrow, 30), lang: 'ja', product_uuid: timedProduct };
  const shops: { shop: Shop; times: number[] }[] = [];
  try {
    for (const count of counts) shops.push({ shop: await shopWith(count), times: [] });
    for (let round = -1; round < seconds; round += 1)
      for (const { shop, times } of shops) {
        const { times: own } = await closedLoop(1, 1, () => shop.call('searchProducts', { query }));
        if (round >= 0) times.push(...own);
      }
    return shops.map(({ times }) => median(times));
  } finally {
    for (const { shop } of shops) await shop.close();
  }
};
