import { type Expression, sql } from 'kysely';
import { lateConfirmation, usualLastAdmission as usual } from '#src/domain/last-admission.ts';

/** SQL: last admission of the query's slot (docs/product.md#last-admission). `product`: name by which its product is joined. */
export const lastAdmissionOf = (product = 'products'): string => `(time_spans.reservation_to - make_interval(mins =>
  coalesce(${product}.last_admission, case ${product}.sale_type when 'date' then ${usual.date} when 'period' then ${usual.period}
    else case when time_spans.reservation_to - time_spans.reservation_from <= interval '${usual.shortTime} minutes'
      then 0 else ${usual.time} end end)))`;
export const lastAdmission = sql<Date>`${sql.raw(lastAdmissionOf())}`;

/** SQL: the same for a slot of which the query has only site and id. */
export const lastAdmissionAt = (site: Expression<unknown>, id: Expression<unknown>) =>
  sql<Date>`(select ${lastAdmission} from time_spans
    join products on products.site = time_spans.site and products.uuid = time_spans.product_uuid
    where time_spans.site = ${site} and time_spans.id = ${id})`;

/** SQL: the payment, if it succeeds now, is too late for its slot: it began after the last admission, or that is long past. */
export const isPaidTooLate = sql<boolean>`(payments.created_at >= ${lastAdmission}
  or now() >= ${lastAdmission} + ${sql.lit(`${lateConfirmation} minutes`)}::interval)`;

/** SQL: the slot of the query is on sale now. Past its last admission nothing is sold, whatever the end of the sale. */
export const spanOnSaleOf = (product?: string): string => `(time_spans.withdrawn_at is null
  and now() >= time_spans.sale_from and now() < least(time_spans.sale_to, ${lastAdmissionOf(product)}))`;
export const isSpanOnSale = sql<boolean>`${sql.raw(spanOnSaleOf())}`;

/** SQL: the product of the query is on sale today, by the venue's calendar. */
export const productOnSale = `(products.withdrawn_at is null and (now() at time zone 'Asia/Tokyo')::date
  between products.sale_from and products.sale_to)`;
export const isProductOnSale = sql<boolean>`${sql.raw(productOnSale)}`;
