import { sql } from 'kysely';

/** SQL: a timespan of the query is on sale now; nobody buys a visit that is over, whatever the sale's end says. */
export const isSpanOnSale = sql<boolean>`(now() >= time_spans.sale_from
  and now() < least(time_spans.sale_to, time_spans.reservation_to))`;

/** SQL: a product of the query is on sale today, by the venue's calendar. */
export const isProductOnSale = sql<boolean>`((now() at time zone 'Asia/Tokyo')::date
  between products.sale_from and products.sale_to)`;
