import { fromPromise } from 'xstate';
import { isPayingLoaded, loadPaying, orderCalls } from '#machines/shared/lazy-machines.ts';
import { call } from '#src/api/call.ts';
import { getOrderableStocks, searchProducts, searchSetProducts } from '#src/api/contract/products.ts';
import { monthOf } from '#src/domain/dates.ts';
import { Failure } from '#src/domain/failures.ts';
import type { SetProduct, TimeSpan } from '#src/domain/product.ts';
import type { Found, Placed, PlaceInput, ResumeInput, SearchInput, SetsInput, StockInput } from './order.types.ts';

/** Availability of the days of a month and the timespans of a day, queried in parallel. Throws Failure. */
export const search = fromPromise<Found, SearchInput>(async ({ input, signal }) => {
  const { month, day, lang, product_uuid, order_token, reservation_token } = input;
  const searchRange = (range: { from: string; to: string }) =>
    call(searchProducts, {
      query: {
        ...{ lang, product_uuid, ...range },
        ...(order_token && { order_token }),
        ...(reservation_token && { reservation_token }),
      },
      signal,
    });
  const [ofMonth, ofDay] = await Promise.all([
    month && searchRange(monthOf(month)),
    day && searchRange({ from: day, to: day }),
  ]);
  const slots = ofDay ? ofDay.time_spans : null;
  return {
    days: ofMonth ? ofMonth.days : null,
    ...(ofMonth && { next: ofMonth.next ?? null }),
    slots: slots ?? (ofMonth && ofMonth.time_spans.length > 0 ? ofMonth.time_spans : null),
  };
});

/** Reads the stock of the chosen timespan; returns the timespan with it. Throws Failure. */
export const checkStock = fromPromise<TimeSpan, StockInput>(async ({ input, signal }) => {
  if (!input.timespan) throw new Failure({ code: 'seat_reserve_error', unknown: false });
  const query = {
    product_time_span_id: input.timespan.id,
    ...(input.order_token && { order_token: input.order_token }),
  };
  const { remaining, state } = await call(getOrderableStocks, { query, signal });
  return { ...input.timespan, remaining, state };
});

/** What is sold along with the tickets of a timespan, and how many are left of each. Throws Failure. */
export const searchSets = fromPromise<SetProduct[], SetsInput>(async ({ input, signal }) => {
  const { lang, timespan, order_token } = input;
  const query = { lang, main_product_time_span_id: timespan, ...(order_token && { order_token }) };
  return call(searchSetProducts, { query, signal });
});

/** Takes the hold. Throws Failure. */
export const placeOrder = fromPromise<Placed, PlaceInput>(async ({ input, signal }) => {
  if (!isPayingLoaded()) await loadPaying();
  return orderCalls.sendOrder(input, signal);
});

/** The order as the server has it. Throws Failure. */
export const readOrder = fromPromise<Placed, ResumeInput>(async ({ input, signal }) => {
  if (!isPayingLoaded()) await loadPaying();
  return orderCalls.fetchOrder(input, signal);
});
