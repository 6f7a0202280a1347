import { type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { hashOf } from '#server/core/crypto.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { optionOf, productOf, slotOf } from '#server/db/scoped.ts';
import type { Database } from '#server/db/types.ts';
import { Problem } from '#server/shared/problem.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { actionsOf, type TicketAction, type TicketState } from '#src/domain/ticket.ts';

/** People of the ticket in the enclosing query. */
const peopleIn = ({ selectFrom }: Pick<ExpressionBuilder<Database, 'tickets'>, 'selectFrom'>) =>
  jsonArrayFrom(
    selectFrom('ticket_people')
      .innerJoin('product_options', (join) => join.on(optionOf('ticket_people')))
      .select(['ticket_people.id', 'ticket_people.option_id', 'ticket_people.price', 'ticket_people.entry_hash'])
      .select('ticket_people.used_at')
      .select(['product_options.type', 'product_options.words', 'product_options.add_cost'])
      .whereRef('ticket_people.ticket_id', '=', 'tickets.id')
      .orderBy('ticket_people.position')
      .orderBy('ticket_people.id'),
  );

/* A single statement, because entry codes match the ticket's revision (`turn`) only when both are read from the same snapshot. */
const rows = (db: Db | Tx) =>
  db
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .innerJoin('time_spans', (join) => join.on(slotOf('tickets')))
    .innerJoin('products', (join) => join.on(productOf('time_spans')))
    .selectAll('tickets')
    .select(['orders.status', 'orders.reservation_number', 'orders.customer', 'orders.confirmed_mail'])
    .select(['products.uuid as product_uuid', 'products.sale_type', 'products.grace', 'products.words'])
    .select(['products.date_changes as most_changes', 'products.date_change_hours'])
    .select(['products.date_change_difference as difference', 'products.date_change_fee as fee'])
    .select('products.date_change_refund as refunds')
    .select(['time_spans.reservation_from', 'time_spans.reservation_to'])
    .select(sql<boolean>`time_spans.reservation_to <= now()`.as('over'))
    .select(sql<Date>`now()`.as('as_of'))
    .select((query) => peopleIn(query).as('people'));

type JoinedRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

/** JSON has no dates, so `used_at` is parsed. */
const personOf = ({ used_at, ...person }: JoinedRow['people'][number]) => ({
  ...person,
  used_at: used_at === null ? null : new Date(used_at),
});

/** Until when the holder may change the date; null: until the visit is past. */
export const changeUntil = (row: Pick<JoinedRow, 'reservation_from' | 'date_change_hours'>): Date | null =>
  row.date_change_hours === null ? null : new Date(+row.reservation_from - row.date_change_hours * 3_600_000);

/** The rules while a holder chooses another date because the venue moved the visit: free of charge, and without limit. */
const choosing = { most_changes: null, date_change_hours: null, difference: 'free', fee: 0 } as const;

const toDetails = (read: JoinedRow) => {
  const people = read.people.map(personOf);
  const state: TicketState = read.status === 'paid' ? read.state : 'cancelled';
  /** Whether it is the order's first ticket, or its successor on another date. */
  const isBuyers = read.number === read.reservation_number;
  const isEntered = people.some(({ used_at }) => used_at !== null);
  /* A buyer who has sent everybody away may still ask for the money. */
  const isHeld = state === 'valid' || state === 'shared' || (state === 'sent' && isBuyers);
  const isOpen = read.choice_until !== null && read.as_of < read.choice_until;
  /** Whether its holder may choose another date, because the venue moved the visit. */
  const isChoosing = isOpen && isHeld && !isEntered && !read.over;
  const row = isChoosing ? { ...read, ...choosing } : read;
  const isDated = row.sale_type !== 'period';
  const until = changeUntil(row);
  const facts = {
    state,
    quantity: people.length,
    isDated,
    isEntered,
    isBuyers,
    isOver: row.over,
    isLate: until !== null && row.as_of >= until,
    isFixed: row.most_changes !== null && row.date_changes >= row.most_changes,
  };
  return { ...row, state, people, isBuyers, isEntered, isChoosing, actions: actionsOf(facts) };
};

/** A ticket with its people, its current state, and its possible actions. */
export type TicketDetails = ReturnType<typeof toDetails>;

const findBy = async (db: Db | Tx, site: SiteCode, column: 'token_hash' | 'share_hash', token: string) => {
  const found = rows(db).where(`tickets.${column}`, '=', hashOf(token)).where('orders.site', '=', site);
  const row = await found.executeTakeFirst();
  if (!row) throw new Problem('token_not_found');
  return toDetails(row);
};

/** The ticket of a reservation token of the site. Throws token_not_found. */
export const findTicket = (db: Db | Tx, site: SiteCode, token: string): Promise<TicketDetails> =>
  findBy(db, site, 'token_hash', token);

/** The ticket of a share token of the site. Throws token_not_found. */
export const findShared = (db: Db, site: SiteCode, token: string): Promise<TicketDetails> =>
  findBy(db, site, 'share_hash', token);

type Ids = readonly string[] | SelectQueryBuilder<Database, 'tickets', { id: string }>;

/** Tickets by id, the oldest first. */
export const readTickets = async (db: Db | Tx, ids: Ids): Promise<TicketDetails[]> => {
  if ('length' in ids && ids.length === 0) return [];
  const found = await rows(db)
    .where('tickets.id', 'in', ids)
    .orderBy('tickets.created_at')
    .orderBy('tickets.id')
    .execute();
  return found.map(toDetails);
};

/** The current ticket of a reservation number, of one site or of all (null). */
export const ticketsNumbered = (db: Db | Tx, number: string, site: SiteCode | null) =>
  db
    .selectFrom('tickets')
    .where('tickets.number', '=', number)
    .where('tickets.state', '<>', 'changed')
    .$if(site !== null, (query) => query.where('tickets.site', '=', site));

/**
 * As `findTicket`, locked until the transaction ends, and read after the lock, so that it is current. The order row is locked:
 * that covers all its tickets, also those that a concurrent transaction creates.
 */
export const lockTicket = async (tx: Tx, site: SiteCode, token: string): Promise<TicketDetails> => {
  await tx
    .selectFrom('orders')
    .innerJoin('tickets', 'tickets.order_id', 'orders.id')
    .select('orders.id')
    .where('tickets.token_hash', '=', hashOf(token))
    .forUpdate('orders')
    .execute();
  return findTicket(tx, site, token);
};

/** Throws cannot_change_ticket, with the reason, unless the ticket allows the action. */
export const mustAllow = ({ actions }: TicketDetails, action: TicketAction): void => {
  const detail = actions[action];
  if (detail) throw new Problem('cannot_change_ticket', { detail });
};

/** The mail address of a ticket's holder: its own, else the buyer's. */
export const holderOf = ({ email, customer }: TicketDetails): string | null => email ?? customer?.email ?? null;

/**
 * To whom the newest mail about a ticket was given up; null when it was sent or still may be. In a query of `tickets`; the mail of
 * the purchase is about the buyer's.
 */
export const unsentTo: RawBuilder<string | null> = sql`(select case when newest.state = 'failed' then newest.address end
  from (select outbox.state, outbox.address from outbox
    where outbox.order_id = tickets.order_id
      and outbox.kind in ('completed', 'ticket_sent', 'ticket_changed', 'ticket_reissued', 'visit_moved')
      and (outbox.ticket_id = tickets.id or (outbox.ticket_id is null and tickets.kind = 'order'))
    order by outbox.created_at desc limit 1) as newest)`;
