import { sql } from 'kysely';
import { isProductOnSale, isSpanOnSale } from '#server/catalogue/on-sale.ts';
import type { Db } from '#server/db/open.ts';
import { priceAt } from '#src/domain/money.ts';
import { type DayStock, type ProductState, stockState } from '#src/domain/product.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { listDays } from './availability.ts';

/** `surcharge`: of the cheapest slot with seats. `standard`: the price of the standard kind, if this product has it. */
type Row = {
  uuid: string;
  day: string;
  remaining: number;
  capacity: number;
  surcharge: number | null;
  standard: number | null;
};

/** States of a day, the best first. */
const ranks = ['plenty', 'few', 'sold_out', 'closed'] as const;

/** Of each product that is sold for a day, or has the standard kind: its seats on each of the days. */
const readDays = async (db: Db, site: SiteCode, from: string, to: string): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    with standard as (
      select o.product_uuid, o.add_cost from product_options as o
      join products on products.site = o.site and products.uuid = o.product_uuid
      where o.site = ${site} and o.standard and o.withdrawn_at is null and ${isProductOnSale}
      order by products.position, o.position limit 1
    ), spans as (
      select products.uuid, products.sale_type, time_spans.*, capacity - held - sold as free,
        ${isSpanOnSale} and ${isProductOnSale} as open
      from products join time_spans on time_spans.site = products.site and time_spans.product_uuid = products.uuid
      where products.site = ${site} and products.withdrawn_at is null and time_spans.withdrawn_at is null
        and time_spans.day <= ${to}::date and (products.sale_type <> 'period' and time_spans.day >= ${from}::date
          or products.sale_type = 'period' and products.uuid in (select product_uuid from standard))
    )
    select spans.uuid, days.day::date::text as day, standard.add_cost as standard,
      coalesce(sum(free) filter (where open), 0)::int as remaining,
      coalesce(sum(capacity) filter (where open), 0)::int as capacity,
      (min(surcharge) filter (where open and free > 0))::int as surcharge
    from generate_series(${from}::date, ${to}::date, interval '1 day') as days(day)
    join spans on spans.day = days.day::date or (spans.sale_type = 'period' and days.day::date
      between spans.day and (spans.reservation_to at time zone 'Asia/Tokyo')::date)
    left join standard on standard.product_uuid = spans.uuid
    group by spans.uuid, days.day, standard.add_cost`.execute(db);
  return rows;
};

/**
 * Each day with the best state of all products, and with what the standard kind costs on it (0 where it has no seats), and each
 * product's best state on these days. Throws invalid_input.
 */
export const searchDays = async (
  db: Db,
  site: SiteCode,
  { from, to }: { from: string; to: string },
): Promise<{ days: DayStock[]; products: ProductState[] }> => {
  const dates = listDays(from, to);
  const rows = await readDays(db, site, from, to);
  const states = rows.map((row) => ({ ...row, state: stockState(row.remaining, row.capacity) }));
  const best = (found: typeof states) => ranks.find((rank) => found.some(({ state }) => state === rank)) ?? 'closed';
  const byProduct = Map.groupBy(states, ({ uuid }) => uuid);
  return {
    days: dates.map((date) => {
      const found = states.filter(({ day }) => day === date);
      const price = found.find(({ standard, surcharge }) => standard !== null && surcharge !== null);
      return { date, state: best(found), price_from: price ? priceAt(price.standard ?? 0, price.surcharge ?? 0) : 0 };
    }),
    products: [...byProduct].map(([uuid, found]) => ({ product_uuid: uuid, state: best(found) })),
  };
};
