import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Db } from '#server/db/open.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Database } from '#server/db/types.ts';
import { Problem } from '#server/http/problem.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { actionsOf, type TicketAction, type TicketActions, type TicketState } from '#src/domain/ticket.ts';
import { hashOf } from './tokens.ts';

/** People of the ticket of the query around it. */
const peopleIn = ({ selectFrom }: Pick<ExpressionBuilder<Database, 'tickets'>, 'selectFrom'>) =>
  jsonArrayFrom(
    selectFrom('ticket_people')
      .innerJoin('product_options', 'product_options.id', 'ticket_people.option_id')
      .select(['ticket_people.id', 'ticket_people.option_id', 'ticket_people.price', 'ticket_people.entry_hash'])
      .select('ticket_people.used_at')
      .select(['product_options.type', 'product_options.words'])
      .whereRef('ticket_people.ticket_id', '=', 'tickets.id')
      .orderBy('ticket_people.position')
      .orderBy('ticket_people.id'),
  );

/* One statement: entry codes fit the ticket's turn only when both were read at the same moment. */
const rows = (db: Db | Tx) =>
  db
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .innerJoin('time_spans', 'time_spans.id', 'tickets.time_span_id')
    .innerJoin('products', 'products.uuid', 'time_spans.product_uuid')
    .selectAll('tickets')
    .select(['orders.site', 'orders.status', 'orders.reservation_number', 'orders.customer'])
    .select(['products.uuid as product_uuid', 'products.sale_type', 'products.words'])
    .select(['time_spans.reservation_from', 'time_spans.reservation_to'])
    .select(sql<boolean>`time_spans.reservation_to <= now()`.as('over'))
    .select(sql<Date>`now()`.as('as_of'))
    .select((query) => peopleIn(query).as('people'));

type Row = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

/** A person of a ticket; JSON has no times. */
const personOf = ({ used_at, ...person }: Row['people'][number]) => ({
  ...person,
  used_at: used_at === null ? null : new Date(used_at),
});

/** A ticket with its people, what it is now, and what can be done with it. */
export type HeldTicket = Omit<Row, 'state' | 'people'> & {
  state: TicketState;
  people: ReturnType<typeof personOf>[];
  /** It is the one the order began with, or what took its place on another date. */
  isBuyers: boolean;
  /** The gate has let somebody of it in. */
  isEntered: boolean;
  actions: TicketActions;
};

const held = (row: Row): HeldTicket => {
  const people = row.people.map(personOf);
  const state = row.status === 'paid' ? row.state : 'cancelled';
  const isBuyers = row.number === row.reservation_number;
  const isEntered = people.some(({ used_at }) => used_at !== null);
  const isDated = row.sale_type !== 'period';
  const facts = { state, quantity: people.length, isDated, isOver: row.over, isEntered, isBuyers };
  return { ...row, state, people, isBuyers, isEntered, actions: actionsOf(facts) };
};

/** In: a reservation token of the site. Out: its ticket. Throws token_not_found. */
export const findTicket = async (db: Db | Tx, site: SiteCode, token: string): Promise<HeldTicket> => {
  const row = await rows(db)
    .where('tickets.token_hash', '=', hashOf(token))
    .where('orders.site', '=', site)
    .executeTakeFirst();
  if (!row) throw new Problem('token_not_found');
  return held(row);
};

/** In: the ids of tickets. Out: them, the oldest first. */
export const readTickets = async (db: Db | Tx, ids: readonly string[]): Promise<HeldTicket[]> => {
  if (ids.length === 0) return [];
  const found = await rows(db)
    .where('tickets.id', 'in', ids)
    .orderBy('tickets.created_at')
    .orderBy('tickets.id')
    .execute();
  return found.map(held);
};

/** In: a share token of the site. Out: the ticket that is shared by it. Throws token_not_found. */
export const findShared = async (db: Db, site: SiteCode, token: string): Promise<HeldTicket> => {
  const row = await rows(db)
    .where('tickets.share_hash', '=', hashOf(token))
    .where('orders.site', '=', site)
    .executeTakeFirst();
  if (!row) throw new Problem('token_not_found');
  return held(row);
};

/**
 * As `findTicket`, locked until the transaction ends; read after the lock, so that nothing of it is old. The lock is the
 * order's: whoever has it has every ticket of it, also those that another one was just making.
 */
export const lockTicket = async (tx: Tx, site: SiteCode, token: string): Promise<HeldTicket> => {
  await tx
    .selectFrom('orders')
    .innerJoin('tickets', 'tickets.order_id', 'orders.id')
    .select('orders.id')
    .where('tickets.token_hash', '=', hashOf(token))
    .forUpdate('orders')
    .execute();
  return findTicket(tx, site, token);
};

/** Throws cannot_change_ticket, with what stands in the way, unless the ticket allows the action. */
export const mustAllow = ({ actions }: HeldTicket, action: TicketAction): void => {
  const detail = actions[action];
  if (detail) throw new Problem('cannot_change_ticket', { detail });
};

/** The mail address of a ticket's holder; the buyer's where the ticket has none of its own. */
export const holderOf = ({ email, customer }: HeldTicket): string | null => email ?? customer?.email ?? null;
