import * as v from 'valibot';
import type { DoneActorEvent, ErrorActorEvent } from 'xstate';
import type { PageTypes } from '#machines/shared/screens.ts';
import { ofCalendar, withAttempt } from '#machines/shared/stored.types.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import { type Lang, LangSchema } from '#src/domain/lang.ts';
import { type ChoiceLine, ChoiceLineSchema, OrderSchema } from '#src/domain/order.ts';
import {
  Count,
  Day,
  type DayStock,
  type ProductState,
  ProductStateSchema,
  SaleTypeSchema,
  type SetProduct,
  SetProductSchema,
  type TimeSpan,
  TimeSpanSchema,
} from '#src/domain/product.ts';

/** The visitor's choice so far; the purchase stores it between visits to the order page. */
export const ChoiceSchema = v.object({
  product: v.nullable(
    v.object({
      uuid: v.string(),
      sale_type: SaleTypeSchema,
      min_quantity: Count,
      max_quantity: Count,
      /** Kinds of tickets that a kind requires, by its id; choices that an earlier release stored lack it. */
      needs: v.optional(v.record(v.string(), v.array(v.string()))),
    }),
  ),
  /** A day of the first week on the calendar, which shows five, YYYY-MM-DD. */
  month: v.nullable(Day),
  day: v.nullable(Day),
  timespan: v.nullable(TimeSpanSchema),
  lines: v.array(ChoiceLineSchema),
  /** Set products bought along with the tickets. */
  sets: v.array(ChoiceLineSchema),
});
export type Choice = v.InferOutput<typeof ChoiceSchema>;

/** A placed order; `at` is when the reply arrived, ms since 1970. */
export const PlacedSchema = v.object({ token: v.string(), order: OrderSchema, at: v.number() });
export type Placed = v.InferOutput<typeof PlacedSchema>;

/** `attempt`: an order of unknown outcome whose page was left. */
export type OrderInput = Pick<OrderContext, 'lang' | 'choice' | 'replaces' | 'attempt'>;

export const OrderContextSchema = v.object({
  ...ofCalendar,
  ...withAttempt,
  /** The product's earliest free time, of the last search of days; null while unknown, or without one. */
  next: v.nullable(TimeSpanSchema),
  lang: LangSchema,
  choice: ChoiceSchema,
  /** States of the products on the chosen day, while no product is chosen. */
  fitting: v.array(ProductStateSchema),
  /** Token of the order that the new one replaces. */
  replaces: v.nullable(v.string()),
  /** The time whose set products are being searched or loaded; null without one, or if the search failed. */
  setsOf: v.nullable(v.string()),
  offers: v.array(SetProductSchema),
  /** Chosen set products whose count had to be reduced, each with the count that is left. */
  fewer: v.array(ChoiceLineSchema),
  placed: v.nullable(PlacedSchema),
});
export type OrderContext = v.InferOutput<typeof OrderContextSchema>;

export type ProductChosen = { type: 'product.choose'; product: NonNullable<Choice['product']>; month: string };

/** Sent to the purchase: this order is open, although its reply was lost. */
export type ReclaimedEvent = { type: 'order.reclaimed'; placed: Placed };

export type OrderTypes = PageTypes & {
  context: OrderContext;
  events:
    | { type: 'language.choose'; lang: Lang }
    | ProductChosen
    | { type: 'month.show'; month: string }
    | { type: 'day.choose'; day: string }
    | { type: 'timespan.choose'; timespan: TimeSpan }
    | { type: 'option.set'; line: ChoiceLine }
    | { type: 'setproduct.set'; line: ChoiceLine }
    | { type: 'setproducts.again' }
    | { type: 'search.again' }
    | { type: 'order.submit' }
    | DoneActorEvent<SetProduct[], 'searchSets'>
    | ErrorActorEvent<unknown, 'searchSets'>;
  input: OrderInput;
  output: OrderOutput;
  children: {
    search: 'search';
    checkStock: 'checkStock';
    searchSets: 'searchSets';
    placeOrder: 'placeOrder';
    reclaimOrder: 'reclaimOrder';
    queue: 'queue';
  };
};

/** `placed` if seats are held, otherwise the failure that ended the step. */
export type OrderOutput = { placed: Placed | null; failure: FailureDetails | null; choice: Choice };

export type SearchInput = {
  lang: Lang;
  product_uuid: string;
  month: string | null;
  day: string | null;
  order_token: string | null;
  /** The ticket whose date is to be changed. */
  reservation_token?: string;
};
/** Search results; null for what was not searched. */
export type Found = {
  days: DayStock[] | null;
  slots: TimeSpan[] | null;
  next?: TimeSpan | null;
  /** The state of each product on the day, of a search without a product. */
  products?: ProductState[];
};
export type StockInput = { timespan: TimeSpan | null; order_token: string | null };
export type SetsInput = { lang: Lang; timespan: string; order_token: string | null };
export type PlaceInput = { lang: Lang; choice: Choice; replaces: string | null; key: string };

/** An order by its own token, or by that of a confirmation mail's link. `timeout`: how long replies are awaited, ms. */
export type ResumeInput = { token: string | null; mailToken: string | null; timeout: number };
