import { sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import { isProductOnSale, isSpanOnSale, spanOnSaleOf } from '#server/catalogue/on-sale.ts';
import type { Db } from '#server/db/open.ts';
import { type Slot, spansWithProducts } from '#server/db/scoped.ts';
import { invalid, Problem } from '#server/shared/problem.ts';
import { orderOpenedBy } from '#server/shared/tokens/order-tokens.ts';
import { addDays } from '#src/domain/dates.ts';
import { priceAt } from '#src/domain/money.ts';
import { type DayStock, isFree, stockState, type TimeSpan } from '#src/domain/product.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { holdingStates } from './holds.ts';

/** `fits`: false if the ticket whose date is changed cannot move there. */
type SpanStock = TimeSpan & { day: string; capacity: number; open: boolean; fits?: boolean };

/** Adds to slots whether they may be chosen, and corrects their state. */
type Judge = (spans: readonly SpanStock[]) => Promise<SpanStock[]>;

/** Longest period of one search, in days of the venue. */
const maxSearchDays = 62;

/** Seats of the client's own running order; they count as free for it (docs/product.md#holds). */
const ownSeats = async (db: Db, token: string | undefined): Promise<(Slot & { count: number }) | null> => {
  if (!token) return null;
  const row = await db
    .selectFrom('orders')
    .select(['site', 'time_span_id', 'quantity as count'])
    .where('id', '=', orderOpenedBy(token))
    .where('status', 'in', holdingStates)
    .executeTakeFirst();
  return row ?? null;
};

const slotColumns = [
  'time_spans.id',
  'reservation_from',
  'reservation_to',
  'capacity',
  'surcharge',
  sql<string>`time_spans.day::text`.as('day'),
  sql<number>`capacity - held - sold`.as('free'),
] as const;

const stocks = (db: Db, site: SiteCode) =>
  spansWithProducts(db)
    .select(['time_spans.site', ...slotColumns])
    .select(sql<boolean>`${isSpanOnSale} and ${isProductOnSale}`.as('open'))
    .where('time_spans.site', '=', site);

type StockRow = Awaited<ReturnType<ReturnType<typeof stocks>['execute']>>[number];

const spanOf = ({ site, free, ...slot }: StockRow, own: (Slot & { count: number }) | null): SpanStock => {
  const isOwn = own?.site === site && own.time_span_id === slot.id;
  const remaining = slot.open ? free + (isOwn ? own.count : 0) : 0;
  return {
    ...slot,
    reservation_from: slot.reservation_from.toISOString(),
    reservation_to: slot.reservation_to.toISOString(),
    state: slot.open ? stockState(remaining, slot.capacity) : 'closed',
    remaining,
  };
};

/** A day with the state of its slots; of those that may be chosen if there are any. */
const dayOf = (date: string, all: readonly SpanStock[], priceFrom: number): DayStock => {
  const spans = all.filter(({ fits }) => fits !== false);
  const open = spans.filter((span) => span.open);
  const sum = (pick: (span: SpanStock) => number) => open.reduce((total, span) => total + pick(span), 0);
  const cheapest = open.length > 0 ? Math.min(...open.map(({ surcharge }) => surcharge)) : 0;
  const state = stockState(
    sum(({ remaining }) => remaining),
    sum(({ capacity }) => capacity),
  );
  const isFull = all.some((span) => span.state === 'sold_out') && !all.some((span) => isFree(span.state));
  return { date, state: isFull ? 'sold_out' : state, price_from: priceAt(priceFrom, cheapest) };
};

/** Pages of earlier releases refuse a search with larger numbers. */
export const maxListed = 999;

const spanView = ({
  day: _day,
  capacity: _capacity,
  open: _open,
  fits: _fits,
  remaining,
  ...span
}: SpanStock): TimeSpan => ({ ...span, remaining: Math.min(remaining, maxListed) });

/** Whether the day exists, from the year 2000 on. */
const isRealDay = (day: string): boolean =>
  day >= '2000' && addDays(`${day.slice(0, 7)}-01`, Number(day.slice(8)) - 1) === day;

/** The days of a search. Throws invalid_input. */
export const listDays = (from: string, to: string): string[] => {
  if (!isRealDay(from)) throw invalid('from', 'No such day.');
  if (!isRealDay(to)) throw invalid('to', 'No such day.');
  const count = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
  if (count < 1) throw invalid('to', 'Before from.');
  if (count > maxSearchDays) throw invalid('to', `At most ${maxSearchDays} days.`);
  return Array.from({ length: count }, (_, index) => addDays(from, index));
};

/** Selects the product's earliest slot that can be ordered. */
const selectNext = (db: Db, site: SiteCode, product: string) =>
  stocks(db, site)
    .where('product_uuid', '=', product)
    .where('time_spans.withdrawn_at', 'is', null)
    .where(sql<boolean>`${isSpanOnSale} and ${isProductOnSale} and capacity > held + sold`)
    // A slot over midnight has the day on which it begins.
    .where(sql<boolean>`time_spans.day >= (now() at time zone 'Asia/Tokyo')::date - 1`)
    .orderBy('time_spans.day')
    .orderBy('reservation_from')
    .limit(1);

/** JSON has no dates, so they are parsed. */
const withDates = <Row extends { reservation_from: string; reservation_to: string }>(row: Row) => ({
  ...row,
  reservation_from: new Date(row.reservation_from),
  reservation_to: new Date(row.reservation_to),
});

type Search = { product_uuid: string; from: string; to: string; order_token?: string | undefined };

/**
 * State of each day of a period. Slots are included for a single day and for products sold for a period. A slot over midnight
 * belongs to the day on which it begins, and to the next one only once it has begun. `judge`: days and slots are shown as they can
 * be chosen for a ticket. Throws invalid_input, product_change_date_error (no such product).
 */
export const search = async (
  db: Db,
  site: SiteCode,
  { product_uuid, from, to, order_token }: Search,
  judge?: Judge,
): Promise<{ days: DayStock[]; time_spans: TimeSpan[]; next?: TimeSpan | null }> => {
  const days = listDays(from, to);
  const begin = sql`(${from}::timestamp at time zone 'Asia/Tokyo')`;
  const rows = await db
    .with('product', (inner) =>
      inner
        .selectFrom('products')
        .select(['site', 'uuid', 'sale_type', 'last_admission', sql<boolean>`${isProductOnSale}`.as('is_on_sale')])
        .select(({ selectFrom }) =>
          selectFrom('product_options')
            .select(sql<number>`coalesce(min(nullif(add_cost, 0)), 0)`.as('least'))
            .whereRef('product_options.site', '=', 'products.site')
            .whereRef('product_uuid', '=', 'products.uuid')
            .where('product_options.withdrawn_at', 'is', null)
            .as('price_from'),
        )
        .where('site', '=', site)
        .where('uuid', '=', product_uuid)
        .where('withdrawn_at', 'is', null),
    )
    .selectFrom('product')
    .leftJoin('time_spans', (join) =>
      join
        .on('time_spans.site', '=', site)
        .on('time_spans.product_uuid', '=', product_uuid)
        .on('time_spans.withdrawn_at', 'is', null)
        .on(
          // An index serves each side: slots that begin in the period, and those that run when it begins.
          sql<boolean>`(time_spans.day between ${from}::date and ${to}::date
            or time_spans.day < ${from}::date and slot_times_1(reservation_from, reservation_to) @> ${begin})`,
        )
        .on(sql<boolean>`time_spans.reservation_to > ${begin}`)
        .on(
          sql<boolean>`(product.sale_type = 'period' or time_spans.day >= ${from}::date
            or time_spans.reservation_from <= now())`,
        ),
    )
    .select(['product.sale_type', 'product.price_from', 'product.site', ...slotColumns])
    .select(sql<boolean>`${sql.raw(spanOnSaleOf('product'))} and product.is_on_sale`.as('open'))
    // Computed once: it depends on no row.
    .$if(days.length > 1, (query) => query.select(jsonObjectFrom(selectNext(db, site, product_uuid)).as('next')))
    .orderBy('reservation_from')
    .execute();
  const [product] = rows;
  if (!product) throw new Problem('product_change_date_error', { status: 404 });
  const own = await ownSeats(db, order_token);
  const stored = rows.flatMap((row) => {
    const { id, day, reservation_from, reservation_to, capacity, surcharge, free, open } = row;
    const isMissing = id === null || day === null || reservation_from === null || reservation_to === null;
    if (isMissing || capacity === null || surcharge === null || free === null || open === null) return [];
    const slot = { site: row.site, id, day, reservation_from, reservation_to, capacity, surcharge, free, open };
    return [spanOf(slot, own)];
  });
  const spans = judge ? await judge(stored) : stored;
  const period = product.sale_type === 'period';
  const next = product.next ? spanView(spanOf(withDates(product.next), null)) : null;
  return {
    ...(days.length > 1 && !period && { next }),
    days: days.map((day) =>
      dayOf(day, period ? spans : spans.filter((span) => span.day === day), product.price_from ?? 0),
    ),
    time_spans: period || days.length === 1 ? spans.map(spanView) : [],
  };
};

/** Current stock of a slot. Throws product_change_date_error (404) for one that is not the site's. */
export const stockOf = async (db: Db, site: SiteCode, id: string, orderToken: string | undefined) => {
  const row = await stocks(db, site).where('time_spans.id', '=', id).executeTakeFirst();
  if (!row) throw new Problem('product_change_date_error', { status: 404 });
  const { remaining, state } = spanOf(row, await ownSeats(db, orderToken));
  return { product_time_span_id: id, remaining, state };
};
