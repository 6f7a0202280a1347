import type { DoneActorEvent, ErrorActorEvent } from 'xstate';
import type { Attempt } from '#machines/shared/attempt.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { ChoiceLine, Order } from '#src/domain/order.ts';
import type { DayStock, Product, SetProduct, TimeSpan } from '#src/domain/product.ts';

/** What the visitor has chosen so far; the purchase stores it between visits to the order page. */
export type Choice = {
  product: Pick<Product, 'uuid' | 'sale_type' | 'min_quantity' | 'max_quantity'> | null;
  /** First day of the month on the calendar, YYYY-MM-DD. */
  month: string | null;
  day: string | null;
  timespan: TimeSpan | null;
  lines: ChoiceLine[];
  /** Set products bought along with the tickets. */
  sets: ChoiceLine[];
};

export type OrderInput = {
  lang: Lang;
  choice: Choice;
  /** Token of the order that the new one replaces. */
  replaces: string | null;
};

export type OrderContext = OrderInput & {
  attempt: Attempt | null;
  /** What to search for: the days of a month, the times of a day, or both. */
  wanted: { month: string | null; day: string | null };
  days: DayStock[];
  slots: TimeSpan[];
  /** The time whose set products are being searched or loaded; null without one, or if the search failed. */
  setsOf: string | null;
  /** Set products of the last search. */
  offers: SetProduct[];
  /** Chosen set products whose count had to be reduced, each with the count that is left. */
  fewer: ChoiceLine[];
  /** Error of the last attempt, shown in place. */
  failure: FailureDetails | null;
  /** The time that sold out meanwhile. */
  missed: TimeSpan | null;
  placed: Placed | null;
};

/** A placed order; `at` is when the reply arrived, ms since 1970. */
export type Placed = { token: string; order: Order; at: number };

export type OrderEvent =
  | { type: 'language.choose'; lang: Lang }
  | { type: 'product.choose'; product: NonNullable<Choice['product']>; month: string }
  | { type: 'month.show'; month: string }
  | { type: 'day.choose'; day: string }
  | { type: 'timespan.choose'; timespan: TimeSpan }
  | { type: 'option.set'; line: ChoiceLine }
  | { type: 'setproduct.set'; line: ChoiceLine }
  | { type: 'setproducts.again' }
  | { type: 'search.again' }
  | { type: 'order.submit' }
  | DoneActorEvent<Found, 'search'>
  | DoneActorEvent<TimeSpan, 'checkStock'>
  | DoneActorEvent<SetProduct[], 'searchSets'>
  | DoneActorEvent<Placed, 'placeOrder'>
  | ErrorActorEvent;

/** `placed` if seats are held, otherwise the failure that ended the step. */
export type OrderOutput = { placed: Placed | null; failure: FailureDetails | null; choice: Choice };

export type SearchInput = {
  lang: Lang;
  product_uuid: string;
  month: string | null;
  day: string | null;
  order_token: string | null;
};
/** Search results; null for what was not searched. */
export type Found = { days: DayStock[] | null; slots: TimeSpan[] | null };
export type StockInput = { timespan: TimeSpan | null; order_token: string | null };
export type SetsInput = { lang: Lang; timespan: string; order_token: string | null };
export type PlaceInput = { lang: Lang; choice: Choice; replaces: string | null; key: string };
