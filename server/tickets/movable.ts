import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/open.ts';
import { couponOfUse, setOf } from '#server/db/scoped.ts';
import type { SlotPeriod } from '#server/db/types.ts';
import { coversVisit } from '#server/orders/holds/coupon-uses.ts';
import { type MethodDeps, methodsOnSale } from '#server/orders/methods.ts';
import type { VisitPeriod } from '#src/domain/checkout.ts';
import { changePrice } from '#src/domain/date-change.ts';
import { priceAt } from '#src/domain/money.ts';
import { isFree, type TimeSpan } from '#src/domain/product.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { refundableOf, sumOf } from './paid-parts.ts';
import { findTicket, type TicketDetails } from './ticket-details.ts';

/** Whether the venue has moved the visit that the visitor agreed to, which pages of earlier releases do not send. */
export const isMoved = (
  { reservation_from: from, reservation_to: to }: SlotPeriod,
  agreed: VisitPeriod | undefined,
): boolean =>
  agreed !== undefined &&
  (Number(from) !== Date.parse(agreed.reservation_from) || Number(to) !== Date.parse(agreed.reservation_to));

/** How many yen more the people of a ticket cost at a surcharge, at today's prices, than was paid for them. */
const morePaidAt = ({ people }: Pick<TicketDetails, 'people'>, surcharge: number): number =>
  people.reduce((sum, { price, add_cost }) => sum + priceAt(add_cost, surcharge) - price, 0);

type Quote = NonNullable<TimeSpan['change']> & { back: number; isCharged: boolean };

/** The costs of a change of a ticket's date to a slot, by its surcharge. */
export const readQuotes = async (deps: MethodDeps, db: Db | Tx, ticket: TicketDetails) => {
  const { site, isBuyers } = ticket;
  const methods = await methodsOnSale(deps, db, site);
  const payable = { methods, all: deps.sites.settingsOf(site).methods, waives: deps.sites.operationOf(site).waiveRest };
  const refundable = sumOf(await refundableOf(db, ticket));
  return (surcharge: number): Quote => {
    const more = morePaidAt(ticket, surcharge);
    const cost = changePrice({ ...ticket, refundable }, more, payable);
    const { price: owed, isCharged } = cost ?? { price: 0, isCharged: false };
    const [price, back] = [Math.max(0, owed), Math.max(0, -owed)];
    const bar = cost === null ? 'dearer' : price > 0 && !isBuyers ? 'not_buyer' : null;
    return { more, price, back, isCharged, bar };
  };
};

/** Slots that the coupon of a ticket's order does not cover. */
export const uncoveredOf = async (db: Db | Tx, { order_id, site }: TicketDetails, ids: readonly string[]) => {
  const rows = await db
    .selectFrom('coupon_uses')
    .innerJoin('coupons', (join) => join.on(couponOfUse))
    .innerJoin('time_spans', 'time_spans.site', 'coupon_uses.site')
    .select('time_spans.id')
    .where('coupon_uses.order_id', '=', order_id)
    .where('time_spans.site', '=', site)
    .where('time_spans.id', 'in', ids)
    .where(sql<boolean>`not ${coversVisit}`)
    .execute();
  return new Set(rows.map(({ id }) => id));
};

/** Slots that lack a set product which moves along with the buyer's ticket. */
const withoutSetsOf = async (db: Db, { order_id, site, isBuyers }: TicketDetails, ids: readonly string[]) => {
  if (!isBuyers) return new Set<string>();
  const rows = await db
    .selectFrom('order_sets')
    .innerJoin('set_products', (join) => join.on(setOf('order_sets')))
    .innerJoin('time_spans', 'time_spans.site', 'order_sets.site')
    .leftJoin('set_stocks', (join) =>
      join
        .on(setOf('set_stocks'))
        .onRef('set_stocks.set_uuid', '=', 'order_sets.set_uuid')
        .onRef('set_stocks.time_span_id', '=', 'time_spans.id'),
    )
    .select('time_spans.id')
    .where('order_sets.order_id', '=', order_id)
    .where('time_spans.site', '=', site)
    .where('time_spans.id', 'in', ids)
    .where(
      sql<boolean>`(set_products.withdrawn_at is not null or order_sets.count >
        least(set_stocks.capacity, set_products.stock) - coalesce(set_stocks.held + set_stocks.sold, 0))`,
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
};

/**
 * Slots as the holder of a ticket may choose them for a change of date, judged as `moveTicket` does. `fits`: the ticket may move
 * there; what the page cannot know by itself, the coupon and set products, is in the state too. Throws token_not_found.
 */
export const judgeSlots =
  (deps: MethodDeps & { db: Db }, site: SiteCode, token: string) =>
  async <S extends TimeSpan>(spans: readonly S[]): Promise<(S & { fits: boolean })[]> => {
    const { db } = deps;
    const ticket = await findTicket(db, site, token);
    if (spans.length === 0) return [];
    const quoteOf = await readQuotes(deps, db, ticket);
    const ids = spans.map(({ id }) => id);
    const [uncovered, withoutSets] = [await uncoveredOf(db, ticket, ids), await withoutSetsOf(db, ticket, ids)];
    return spans.map((span) => {
      const { id, remaining, surcharge } = span;
      const isEmpty = withoutSets.has(id) && isFree(span.state);
      const state = uncovered.has(id) ? 'closed' : isEmpty ? 'sold_out' : span.state;
      const isOther = id !== ticket.time_span_id && remaining >= ticket.people.length;
      const { isCharged: _, back, ...quote } = quoteOf(surcharge);
      const change = { ...quote, ...(back > 0 && { back }) };
      return { ...span, state, change, fits: isOther && isFree(state) && change.bar === null };
    });
  };
