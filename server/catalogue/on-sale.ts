import { sql } from 'kysely';

/** SQL: the slot of the query is on sale now. A visit that is over cannot be bought, whatever the end of the sale. */
export const spanOnSale = `(time_spans.withdrawn_at is null and now() >= time_spans.sale_from
  and now() < least(time_spans.sale_to, time_spans.reservation_to))`;
export const isSpanOnSale = sql<boolean>`${sql.raw(spanOnSale)}`;

/** SQL: the product of the query is on sale today, by the venue's calendar. */
export const productOnSale = `(products.withdrawn_at is null and (now() at time zone 'Asia/Tokyo')::date
  between products.sale_from and products.sale_to)`;
export const isProductOnSale = sql<boolean>`${sql.raw(productOnSale)}`;
