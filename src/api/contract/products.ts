import * as v from 'valibot';
import { LangSchema } from '#src/domain/lang.ts';
import {
  Day,
  DayStockSchema,
  ProductStateSchema,
  Seats,
  SetProductSchema,
  StockStateSchema,
  TimeSpanSchema,
} from '#src/domain/product.ts';
import { TodaySchema } from '#src/domain/signage.ts';
import { Line } from '#src/domain/text.ts';
import { endpoint } from '../endpoint.ts';

/**
 * The state of each day from `from` to `to` (inclusive, at most 62 days), and the timespans if they are the same day. Without a
 * product: the best state of all, with the price of the standard kind (0: unknown), and the state of each product on the first day.
 * Silent, because the calendar shows the error in place and retries.
 */
export const searchProducts = endpoint({
  path: '/products/search',
  query: v.object({
    from: Day,
    to: Day,
    lang: LangSchema,
    product_uuid: v.optional(v.pipe(Line, v.maxLength(64))),
    /** The client's own order, whose seats count as free for it. */
    order_token: v.optional(v.pipe(Line, v.maxLength(128))),
    /** The ticket whose date is to be changed: days and timespans are shown as it may choose them. */
    reservation_token: v.optional(v.pipe(Line, v.maxLength(128))),
  }),
  reply: v.object({
    days: v.array(DayStockSchema),
    time_spans: v.array(TimeSpanSchema),
    /** The product's earliest timespan with seats, whenever it is; an addition, left out where several days are not searched. */
    next: v.optional(v.nullable(TimeSpanSchema)),
    /** Without a product. */
    products: v.optional(v.array(ProductStateSchema)),
  }),
  silent: true,
});

export const getOrderableStocks = endpoint({
  path: '/products/orderable_stocks',
  query: v.object({
    product_time_span_id: v.pipe(Line, v.maxLength(64)),
    order_token: v.optional(v.pipe(Line, v.maxLength(128))),
  }),
  reply: v.object({ product_time_span_id: v.string(), remaining: Seats, state: StockStateSchema }),
});

/** Products that can be bought along with a ticket of a timespan. The filters beyond the timespan are additions (docs/product.md#call-search-set-products). */
export const searchSetProducts = endpoint({
  path: '/setproducts/search',
  query: v.object({
    lang: LangSchema,
    main_product_time_span_id: v.pipe(Line, v.maxLength(64)),
    /** Only those offered with this product; none if the timespan belongs to another product. */
    product_uuid: v.optional(v.pipe(Line, v.maxLength(64))),
    /** Only those of which this many are available to one order. */
    quantity: v.optional(v.pipe(v.string(), v.regex(/^\d{1,3}$/))),
    /** The client's own order, whose set products count as free for it. */
    order_token: v.optional(v.pipe(Line, v.maxLength(128))),
  }),
  reply: v.array(SetProductSchema),
});

/** Polled by displays at the venue, which show a failure in place because a dialog would stay open. */
export const getToday = endpoint({
  path: '/signage/today',
  query: v.object({ lang: LangSchema }),
  reply: TodaySchema,
  silent: true,
});
