import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';

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
