import { type Expression, type SqlBool, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { hashOf } from '#server/core/crypto.ts';
import type { Db } from '#server/db/open.ts';
import { ordersWithVisits } from '#server/db/scoped.ts';
import { pickTexts } from '#server/db/tables.ts';
import { toAscii } from '#src/domain/digits.ts';
import { comparedMail } from '#src/domain/mail.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { entryCodeOf, reservationNumberOf } from '#src/domain/ticket.ts';
import { type Act, readActs, utcOf } from './acts.ts';
import { holderOf, readTickets, unsentTo } from './ticket-details.ts';

export const maxOrders = 50;

type OrderFilter = Expression<SqlBool>;

/** A union, since PostgreSQL searches no index for conditions that `or` joins over several tables. */
const byMail = (mail: string): OrderFilter =>
  sql<boolean>`orders.id in (select id from orders where lower(customer ->> 'email') = ${mail}
    union select order_id from tickets where lower(email) = ${mail}
    union select order_id from mail_links where lower(address) = ${mail})`;

/** A ticket whose date was changed and the one in its place have the same number; only the latter counts. */
const byNumber = (number: string): OrderFilter =>
  sql<boolean>`orders.id in (select order_id from tickets where number = ${number} and state <> 'changed')`;

const byCode = (hash: string): OrderFilter =>
  sql<boolean>`orders.id in (select order_id from tickets where entry_hash = ${hash}
    union select order_id from tickets join ticket_people on ticket_id = tickets.id where ticket_people.entry_hash = ${hash})`;

/** Without spaces and case, so that 山田花子 finds 山田 花子. */
const compared = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '');
/** The index has the pairs of characters of each name; names that have the pairs in another sequence are left out. */
const byName = (name: string): OrderFilter =>
  sql<boolean>`(name_pairs_1(orders.customer ->> 'fullname') @> name_pairs_1(${name})
    and position(${name} in regexp_replace(lower(normalize(orders.customer ->> 'fullname', nfkc)), '\\s', '', 'g')) > 0)`;

/** Meanings of a text, the most exact first; by its length alone it may be a number (with hyphens) or an entry code. */
const meaningsOf = (text: string): OrderFilter[] => {
  if (toAscii(text).includes('@')) return [byMail(comparedMail(text))];
  const [number, code] = [reservationNumberOf(text), entryCodeOf(text)];
  const name = compared(text);
  return [
    ...(number.length === 14 ? [byNumber(number)] : []),
    ...(code.length === 16 ? [byCode(hashOf(code))] : []),
    ...(name.length >= 2 ? [byName(name)] : []),
  ];
};

/** The query's order and its changes of date. */
const sameOrder = sql<string>`(select id from orders as one where one.id = orders.id or one.change_of = orders.id)`;

const rows = (db: Db, site: SiteCode | null) =>
  ordersWithVisits(db)
    .select(['orders.id', 'orders.site', 'orders.reservation_number', 'orders.status', 'orders.quantity'])
    .select(['orders.total', 'orders.payment_method', 'orders.created_at', 'orders.customer', 'products.words'])
    .select(['time_spans.reservation_from', 'time_spans.reservation_to'])
    .select(({ selectFrom }) =>
      jsonObjectFrom(
        selectFrom('payments')
          .select(['state', 'alarm', 'alarm_code'])
          .where('order_id', 'in', sameOrder)
          .where('state', 'in', ['paid', 'refund_due', 'refunded'])
          .orderBy(sql`alarm is null`)
          .orderBy('created_at', 'desc')
          .limit(1),
      ).as('money'),
    )
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('part_refunds')
          .innerJoin('payments', 'payments.id', 'payment_id')
          .select(['part_refunds.amount', 'part_refunds.state', 'code', utcOf('part_refunds.asked_at').as('at')])
          .where('order_id', 'in', sameOrder)
          .orderBy('part_refunds.asked_at'),
      ).as('parts'),
    )
    .where('orders.change_of', 'is', null)
    .$if(site !== null, (query) => query.where('orders.site', '=', site))
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.id')
    .limit(maxOrders + 1);

type FoundRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

const ticketsOf = async (db: Db, orders: readonly string[]) => {
  if (orders.length === 0) return [];
  const ids = await db
    .selectFrom('tickets')
    .select(['id', unsentTo.as('unsent_to')])
    .where('order_id', 'in', orders)
    .where('state', '<>', 'changed')
    .execute();
  const unsent = new Map(ids.map(({ id, unsent_to }) => [id, unsent_to]));
  const tickets = await readTickets(db, [...unsent.keys()]);
  return tickets.map((ticket) => ({ ...ticket, unsent_to: unsent.get(ticket.id) ?? null }));
};

/** The slot of the buyer's ticket, which may have been moved to another date, else the order's. */
const slotNow = (row: FoundRow, tickets: Awaited<ReturnType<typeof ticketsOf>>) => {
  const { reservation_from, reservation_to } =
    tickets.find(({ order_id, isBuyers }) => order_id === row.id && isBuyers) ?? row;
  return { from: reservation_from.toISOString(), to: reservation_to.toISOString() };
};

const foundOrder = (row: FoundRow, tickets: Awaited<ReturnType<typeof ticketsOf>>, acts: Act[]) => ({
  site: row.site,
  reservation_number: row.reservation_number,
  status: row.status,
  name: row.customer?.fullname ?? null,
  mail: row.customer?.email ?? null,
  product: pickTexts(row.words, 'ja').product_name,
  ...slotNow(row, tickets),
  quantity: row.quantity,
  total: row.total,
  payment_method: row.payment_method,
  money: row.money?.state ?? null,
  alarm: row.money?.alarm ?? null,
  alarm_code: row.money?.alarm_code ?? null,
  part_refunds: row.parts,
  created_at: row.created_at.toISOString(),
  tickets: tickets
    .filter(({ order_id }) => order_id === row.id)
    .map((ticket) => ({
      number: ticket.number,
      state: ticket.state,
      people: ticket.people.length,
      entered: ticket.people.filter(({ used_at }) => used_at !== null).length,
      mail: holderOf(ticket),
      unsent_to: ticket.unsent_to,
      from: ticket.reservation_from.toISOString(),
      to: ticket.reservation_to.toISOString(),
    })),
  acts,
});

/** An order as the venue sees it. Links and entry codes are left out, so that the reply admits nobody. */
export type FoundOrder = ReturnType<typeof foundOrder>;

/**
 * Orders that a text may mean: a reservation number or entry code, the mail address of the buyer or of a holder, else a part of the
 * buyer's name. The newest first. `isComplete` is false when there are more than fifty.
 */
export const findOrders = async (db: Db, site: SiteCode | null, text: string) => {
  for (const condition of meaningsOf(text)) {
    const found = await rows(db, site).where(condition).execute();
    if (found.length === 0) continue;
    const orders = found.slice(0, maxOrders);
    const ids = orders.map(({ id }) => id);
    const [tickets, acts] = [await ticketsOf(db, ids), await readActs(db, ids)];
    const actsOf = (order: string) => acts.find(({ id }) => id === order)?.acts ?? [];
    const isComplete = found.length <= maxOrders;
    return { orders: orders.map((row) => foundOrder(row, tickets, actsOf(row.id))), isComplete };
  }
  return { orders: [], isComplete: true };
};
