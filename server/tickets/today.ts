import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { slotOf, spansWithProducts } from '#server/db/scoped.ts';
import { pickTexts } from '#server/db/tables.ts';
import { addDays } from '#src/domain/dates.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { unsentTo } from './ticket-details.ts';

/** Reservations that one list has at most; counts of slots are whole. */
const maxReservations = 5_000;

const midnight = (day: string) => sql`(${day}::timestamp at time zone 'Asia/Tokyo')`;

/** Slots of a site, null for all, with a part of their time on the day; the index on times is by the range (migration 0040). */
const isListed = (site: SiteCode | null, day: string): RawBuilder<boolean> => sql`(
  slot_times_1(time_spans.reservation_from, time_spans.reservation_to) && tstzrange(${midnight(day)}, ${midnight(addDays(day, 1))})
  and time_spans.reservation_to > ${midnight(day)} and (time_spans.withdrawn_at is null or time_spans.sold > 0)
  and (${site}::text is null or time_spans.site = ${site}))`;

const slotsOn = (db: Db, site: SiteCode | null, day: string) =>
  spansWithProducts(db)
    .select(['time_spans.site', 'time_spans.id', 'capacity', 'held', 'sold', 'reservation_from', 'reservation_to'])
    .select(['products.words', sql<boolean>`time_spans.withdrawn_at is not null`.as('is_blocked')])
    .where(isListed(site, day))
    .orderBy('time_spans.site')
    .orderBy('reservation_from')
    .orderBy('time_spans.id')
    .execute();

const reservationsOn = (db: Db, site: SiteCode | null, day: string) =>
  db
    .selectFrom('tickets')
    .innerJoin('time_spans', (join) => join.on(slotOf('tickets')))
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .innerJoin('ticket_people', 'ticket_people.ticket_id', 'tickets.id')
    .select(['tickets.site', 'tickets.time_span_id', 'tickets.number', 'tickets.state', 'tickets.email'])
    .select([sql<string | null>`orders.customer ->> 'fullname'`.as('name'), unsentTo.as('unsent_to')])
    .select([sql<number>`count(*)::int`.as('people'), sql<number>`count(ticket_people.used_at)::int`.as('entered')])
    .where(isListed(site, day))
    .where('tickets.state', 'in', ['valid', 'shared', 'used'])
    .where('orders.status', '=', 'paid')
    .groupBy(['tickets.id', 'orders.id'])
    .orderBy('tickets.number')
    .execute();

/**
 * Lists the slots of a day, with the people who are expected and who have entered, and the reservations of each.
 * `is_unsent`: its newest mail was refused. `name` is the buyer's; null where somebody else holds the ticket, or without `withNames`.
 */
export const listDay = async (
  db: Db,
  site: SiteCode | null,
  { day, withNames }: { day: string; withNames: boolean },
) => {
  const slots = await slotsOn(db, site, day);
  const found = slots.length === 0 ? [] : await reservationsOn(db, site, day);
  let remaining = maxReservations;
  const listed = slots.map(({ id, words, reservation_from, reservation_to, ...slot }) => {
    const reserved = found.filter((row) => row.site === slot.site && row.time_span_id === id);
    const shown = reserved.slice(0, remaining);
    remaining -= shown.length;
    return {
      ...slot,
      slot: id,
      product: pickTexts(words, 'ja').product_name,
      from: reservation_from.toISOString(),
      to: reservation_to.toISOString(),
      entered: reserved.reduce((sum, { entered }) => sum + entered, 0),
      reservations: shown.map(({ number, name, email, state, people, entered, unsent_to }) => {
        const is_unsent = unsent_to !== null;
        return { number, name: withNames && email === null ? name : null, state, people, entered, is_unsent };
      }),
    };
  });
  return { slots: listed, isComplete: found.length <= maxReservations };
};

export type DaySlot = Awaited<ReturnType<typeof listDay>>['slots'][number];
