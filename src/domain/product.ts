import * as v from 'valibot';

export const Yen = v.pipe(v.number(), v.integer(), v.minValue(-99_999_999), v.maxValue(99_999_999));
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(999));
export const Seats = v.pipe(v.number(), v.integer(), v.minValue(0));
/** A calendar day of the venue, YYYY-MM-DD. */
export const Day = v.pipe(v.string(), v.isoDate());
/** A moment, ISO 8601 with offset. */
export const Moment = v.pipe(v.string(), v.isoTimestamp());

/** How a product is sold: for a whole period, by the day, or by the slot (docs/product.md#sale-types). */
export const SaleTypeSchema = v.picklist(['period', 'date', 'time']);
export type SaleType = v.InferOutput<typeof SaleTypeSchema>;

/** Stock level as it is shown to the visitor. */
export const StockStateSchema = v.picklist(['plenty', 'few', 'sold_out', 'closed']);
export type StockState = v.InferOutput<typeof StockStateSchema>;

/** Whether seats are left that a visitor may choose. */
export const isFree = (state: StockState): boolean => state === 'plenty' || state === 'few';

/** How a change of date to a dearer time is paid: the difference, or nothing more. */
export const ChangeDifferenceSchema = v.picklist(['paid', 'free']);
export type ChangeDifference = v.InferOutput<typeof ChangeDifferenceSchema>;

export const ProductOptionSchema = v.object({
  id: v.string(),
  name: v.string(),
  note: v.string(),
  type: v.string(),
  /** Yen for one, tax included. */
  add_cost: Yen,
  min: Count,
  max: Count,
  /** Options of which at least one has to be ordered with it; missing: it may be ordered alone. */
  needs: v.optional(v.array(v.string())),
  /** The kind that most visitors buy; missing: another one. */
  standard: v.optional(v.boolean()),
});
export type ProductOption = v.InferOutput<typeof ProductOptionSchema>;

export const ProductSchema = v.object({
  uuid: v.string(),
  product_name: v.string(),
  description: v.string(),
  sale_type: SaleTypeSchema,
  naming_right: v.string(),
  caution: v.string(),
  price_from: Yen,
  /** First and last day on sale, venue time. */
  sale_from: Day,
  sale_to: Day,
  /** Minimum and maximum number of tickets in one order. */
  min_quantity: Count,
  max_quantity: Count,
  /** How often the date of its tickets may be changed, and until how many hours before the visit; missing: without limit. */
  date_changes: v.optional(Count),
  date_change_hours: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
  /** How a change to a dearer time is paid, and yen of each change; missing: dearer times are not offered, nothing. */
  date_change_difference: v.optional(ChangeDifferenceSchema),
  date_change_fee: v.optional(Yen),
  /** Whether the difference to a cheaper time goes back, where the payment allows it. */
  date_change_refund: v.optional(v.boolean()),
  options: v.array(ProductOptionSchema),
});
export type Product = v.InferOutput<typeof ProductSchema>;

export const DayStockSchema = v.object({ date: Day, state: StockStateSchema, price_from: Yen });
export type DayStock = v.InferOutput<typeof DayStockSchema>;

export const ProductStateSchema = v.object({ product_uuid: v.string(), state: StockStateSchema });
export type ProductState = v.InferOutput<typeof ProductStateSchema>;

export const TimeSpanSchema = v.object({
  id: v.string(),
  reservation_from: Moment,
  reservation_to: Moment,
  state: StockStateSchema,
  /** Seats that the visitor could still order; seats that the visitor holds count as free. */
  remaining: Seats,
  /** Surcharge in yen on every option of this time that is not free (peak times); usually 0. */
  surcharge: Yen,
  /**
   * In searches for a change of a ticket's date: yen that its people cost `more` at this time, at today's prices, than was paid for
   * them, `price`, which is to be paid now, and `back`, which goes back. `bar`: why it is not offered; `dearer`, or only the buyer's link
   * can pay.
   */
  change: v.optional(
    v.object({ more: Yen, price: Yen, back: v.optional(Yen), bar: v.nullable(v.picklist(['dearer', 'not_buyer'])) }),
  ),
});
export type TimeSpan = v.InferOutput<typeof TimeSpanSchema>;

/** Something sold along with a ticket, with its stock at one time (docs/product.md#set-products). */
export const SetProductSchema = v.object({
  uuid: v.string(),
  product_name: v.string(),
  description: v.string(),
  /** Yen for one, tax included. */
  add_cost: Yen,
  /** Maximum number in one order. */
  max: Count,
  /** How many the visitor could still order for this time; their own hold counts as free. */
  remaining: Count,
  state: StockStateSchema,
});
export type SetProduct = v.InferOutput<typeof SetProductSchema>;

/** Stock level of a number left out of a capacity: "few" from a tenth, or five seats, downwards. */
export const stockState = (remaining: number, capacity: number): StockState => {
  if (capacity <= 0) return 'closed';
  if (remaining <= 0) return 'sold_out';
  return remaining <= Math.max(5, Math.floor(capacity / 10)) ? 'few' : 'plenty';
};
