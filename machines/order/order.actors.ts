import { fromPromise } from 'xstate';
import type { Attempt } from '#machines/shared/attempt.ts';
import { call } from '#src/api/call.ts';
import { createOrder, getMailedOrder, getOrder, getOrderMail } from '#src/api/contract/orders.ts';
import { getOrderableStocks, searchProducts, searchSetProducts } from '#src/api/contract/products.ts';
import { weeksOf } from '#src/domain/dates.ts';
import { Failure } from '#src/domain/failures.ts';
import type { Order } from '#src/domain/order.ts';
import { quantityOf } from '#src/domain/order-lines.ts';
import type { SetProduct, TimeSpan } from '#src/domain/product.ts';
import { within } from '#src/domain/within.ts';
import { botCheckScript, mayCheckBots } from '#src/payments/page-settings.ts';
import { contentOf } from './order.logic.ts';
import type {
  Found,
  OrderContext,
  Placed,
  PlaceInput,
  ResumeInput,
  SearchInput,
  SetsInput,
  StockInput,
} from './order.types.ts';

type Inputs = { context: OrderContext };

export const inputs = {
  search: ({ context: { lang, choice, wanted, replaces } }: Inputs) => ({
    ...{ lang, ...wanted },
    product_uuid: choice.product?.uuid ?? '',
    order_token: replaces,
  }),
  place: ({ context: { lang, choice, replaces, attempt } }: Inputs) => ({
    ...{ lang, choice, replaces },
    key: attempt?.key ?? '',
  }),
  reclaim: ({ context: { attempt } }: Inputs) => attempt ?? { key: '', content: '{}' },
};

/** Availability of the days of five weeks and the timespans of a day, queried in parallel; without a product, of all. Throws Failure. */
export const search = fromPromise<Found, SearchInput>(async ({ input, signal }) => {
  const { month, day, lang, product_uuid, order_token, reservation_token } = input;
  const searchRange = (range: { from: string; to: string }) =>
    call(searchProducts, {
      query: {
        lang,
        // in the sequence of the page's own request, whose reply is then found
        ...(product_uuid && { product_uuid }),
        ...range,
        ...(order_token && { order_token }),
        ...(reservation_token && { reservation_token }),
      },
      signal,
    });
  const [ofWeeks, ofDay] = await Promise.all([
    month && searchRange(weeksOf(month)),
    day && searchRange({ from: day, to: day }),
  ]);
  const { time_spans: slotsOfDay = null, products } = ofDay || {};
  // A product that is sold for a period has its times with the weeks, since no day is chosen.
  const slotsOfWeeks = ofWeeks && ofWeeks.time_spans.length > 0 ? ofWeeks.time_spans : null;
  return {
    ...(products && { products }),
    days: ofWeeks ? ofWeeks.days : null,
    ...(ofWeeks && { next: ofWeeks.next ?? null }),
    slots: slotsOfDay ?? slotsOfWeeks,
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

/** Searches the set products of a timespan, and how many are left of each. Throws Failure. */
export const searchSets = fromPromise<SetProduct[], SetsInput>(async ({ input, signal }) => {
  const { lang, timespan, order_token } = input;
  const query = { lang, main_product_time_span_id: timespan, ...(order_token && { order_token }) };
  return call(searchSetProducts, { query, signal });
});

/** The header with a token of the bot check; empty on sites without. */
const botCheck = async () => {
  const script = await botCheckScript();
  if (!script) return {};
  return { recaptcha: async () => (await within(import('#src/scripts/bot-check.ts'))).botToken(script) };
};

/** Takes the hold of this content. `at`: when the answer came, ms since 1970. Throws Failure. */
const place = async (content: ReturnType<typeof contentOf>, key: string, signal: AbortSignal): Promise<Placed> => {
  const lines = content.lines.filter(({ count }) => count > 0);
  const reply = await call(createOrder, {
    ...{ key, signal },
    ...(mayCheckBots() && (await botCheck())),
    body: {
      lang: content.lang,
      product_uuid: content.product ?? '',
      time_span_id: content.timespan ?? '',
      quantity: quantityOf(lines),
      option_values: lines,
      set_products: content.sets,
      ...(content.replaces && { replaces: content.replaces }),
    },
  });
  return { token: reply.order_token, order: reply.order, at: Date.now() };
};

/** Takes the hold of a new order. Throws Failure. */
export const placeOrder = fromPromise<Placed, PlaceInput>(({ input, signal }) =>
  place(contentOf(input), input.key, signal),
);

/** Sends an order as it was sent before: the server repeats its reply, or does it now. Throws Failure. */
export const reclaimOrder = fromPromise<Placed, Attempt>(async ({ input, signal }) =>
  place(JSON.parse(input.content), input.key, signal),
);

/**
 * The order as the server has it, by its own token or by that of a confirmation mail's link. `at`: when the answer came,
 * ms since 1970. Throws Failure: token_not_found when the link is dead.
 */
export const readOrder = fromPromise<Placed, ResumeInput>(async ({ input: { mailToken, timeout, ...own }, signal }) => {
  const until = Date.now() + timeout;
  const ofMail = mailToken ? await call({ ...getOrderMail, timeout }, { params: { token: mailToken }, signal }) : null;
  const token = ofMail?.order_token ?? own.token;
  if (!token) throw new Failure({ code: 'session_timeout', unknown: false });
  const order = await call({ ...getOrder, timeout: Math.max(1, until - Date.now()) }, { params: { token }, signal });
  return { token, order, at: Date.now() };
});

/** The order of a mail's link that is not confirmed yet; null if it cannot be read. */
export const readMailed = fromPromise<Order | null, { token: string }>(({ input, signal }) =>
  call(getMailedOrder, { params: input, signal }).catch(() => null),
);
