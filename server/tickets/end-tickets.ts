import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '#server/db/open.ts';
import type { OrderRow } from '#server/db/types.ts';
import { freeUse } from '#server/orders/holds/coupon-uses.ts';
import { lockOrder } from '#server/orders/holds/holds.ts';
import { lockSlots, returnSeats, returnSets } from '#server/orders/holds/stock.ts';
import { OperatorProblem } from '#server/shared/operator-problem.ts';
import { putTicketMail } from '#server/shared/outbox/outbox.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { reservationNumberOf, type Ticket } from '#src/domain/ticket.ts';
import { type Actor, writeAct } from './acts.ts';
import { paymentsOf, sumOf } from './paid-parts.ts';
import { holderOf, readTickets, type TicketDetails, ticketsNumbered } from './ticket-details.ts';

/**
 * The tickets of a reservation number: the buyer's refers to the whole order with everything that was split off, sent or moved, any
 * other to its own ticket. `all`: every current ticket of the order.
 */
export type Named = { order: OrderRow; all: TicketDetails[]; named: TicketDetails[]; isWhole: boolean };

/** Current tickets of an order, in any state. */
export const currentTickets = (db: Db | Tx, order: string): Promise<TicketDetails[]> => {
  const tickets = db.selectFrom('tickets').select('id').where('order_id', '=', order);
  return readTickets(db, tickets.where('state', '<>', 'changed'));
};

/** Locks an order, and with it its tickets, and reads both. */
export const lockTickets = async (tx: Tx, id: string): Promise<Pick<Named, 'order' | 'all'>> => {
  const order = await lockOrder(tx, id);
  return { order, all: await currentTickets(tx, order.id) };
};

/**
 * Finds what a typed number refers to and locks it: locking the order row also locks its tickets. `site`: only tickets of that
 * site, null: of all. Throws OperatorProblem: unknown.
 */
export const lockNamed = async (tx: Tx, typed: string, site: SiteCode | null): Promise<Named> => {
  const number = reservationNumberOf(typed);
  const found = await ticketsNumbered(tx, number, site).select('order_id').executeTakeFirst();
  if (!found) throw new OperatorProblem('unknown');
  const { order, all } = await lockTickets(tx, found.order_id);
  const isWhole = number === order.reservation_number;
  return { order, all, named: isWhole ? all : all.filter((ticket) => ticket.number === number), isWhole };
};

/**
 * The usable ticket that a typed number refers to, locked, and the address of its holder. Throws OperatorProblem: unknown, used, sent,
 * changed, cancelled, over, no_mail.
 */
export const lockUsable = async (tx: Tx, typed: string, site: SiteCode | null) => {
  const { order, all, named, isWhole } = await lockNamed(tx, typed, site);
  const ticket = isWhole ? all.find(({ isBuyers }) => isBuyers) : named[0];
  if (!ticket) throw new OperatorProblem('unknown');
  const { state, number, over } = ticket;
  if (state !== 'valid' && state !== 'shared') throw new OperatorProblem(state, { number });
  if (over) throw new OperatorProblem('over', { number });
  const address = holderOf(ticket);
  if (!address) throw new OperatorProblem('no_mail', { number });
  return { order, ticket, number, address };
};

/** Where a venue acts: origin of links in mails, and the only site whose tickets it may touch; null: all. */
export type VenueContext = { base: string; site: SiteCode | null; actor: Actor };

/** Whether the ticket still admits people. Once a person has entered, the whole ticket counts as used. */
export const isLiving = ({ state, isEntered }: TicketDetails): boolean =>
  (state === 'valid' || state === 'shared') && !isEntered;

export const isUsed = ({ state, isEntered }: TicketDetails): boolean => state === 'used' || isEntered;

/**
 * Cancels usable tickets and returns the seats of their slots. With `status` the order ends too: its coupon use is released,
 * and its set products unless they entered with the buyer. Locks slots, set products and coupon, in this sequence; the order
 * must be locked.
 */
export const endTickets = async (
  tx: Tx,
  { order, all }: Pick<Named, 'order' | 'all'>,
  ending: readonly TicketDetails[],
  status: 'cancelled' | 'refunded' | null,
): Promise<void> => {
  const buyers = all.find(({ isBuyers }) => isBuyers);
  const setsAt = status && buyers && !isUsed(buyers) ? buyers : null;
  await lockSlots(tx, setsAt === null ? ending : [...ending, setsAt]);
  for (const ticket of ending) {
    await tx.updateTable('tickets').set({ state: 'cancelled' }).where('id', '=', ticket.id).execute();
    await returnSeats(tx, ticket, ticket.people.length);
  }
  if (setsAt !== null) await returnSets(tx, setsAt, order.id);
  if (status === null) return;
  await freeUse(tx, order.id);
  await tx.updateTable('orders').set({ status }).where('id', '=', order.id).execute();
};

/** Mails the holders of cancelled or moved tickets, each in the ticket's language. `base`: prefix of links. */
export const notifyHolders = async (
  tx: Tx,
  order: OrderRow,
  tickets: readonly TicketDetails[],
  base: string,
  kind: 'cancelled' | 'visit_moved' = 'cancelled',
) => {
  for (const { id: ticket_id, order_id, site, lang, email } of tickets) {
    const address = email ?? order.customer?.email;
    if (address) await putTicketMail(tx, kind, { order_id, site, lang, address, base, ticket_id });
  }
};

/** Mails the buyer that the tickets ended, or only the one with this id, since no mail about a refund says it; once for each ticket. */
export const notifyBuyer = async (tx: Tx, order: OrderRow, base: string, id?: string): Promise<void> => {
  const ended = tx
    .selectFrom('tickets')
    .select('id')
    .where('order_id', '=', order.id)
    .where('state', '=', 'cancelled')
    .where('email', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .where(sql<boolean>`not exists (select from outbox where ticket_id = tickets.id and kind = 'cancelled')`);
  await notifyHolders(tx, order, await readTickets(tx, ended), base);
};

/** Why nothing that the number refers to can be cancelled. */
const operatorProblemOf = ({ order, named }: Named): OperatorProblem => {
  const [ticket] = named;
  const number = ticket?.number ?? '';
  if (order.status !== 'paid')
    return new OperatorProblem(order.status === 'refunded' ? 'refunded' : 'cancelled', { number });
  if (named.some(isUsed)) return new OperatorProblem('used', { number });
  return new OperatorProblem(ticket?.state === 'sent' ? 'sent' : 'cancelled', { number });
};

export const peopleOf = (tickets: readonly TicketDetails[]): number =>
  tickets.reduce((sum, { people }) => sum + people.length, 0);

/**
 * Cancels what a reservation number refers to, without a refund; used tickets stay used. The order ends when no ticket of it is
 * usable or used. Mails the holders. `quantity`: people cancelled; `used`: people who had entered before. Throws OperatorProblem: unknown,
 * used, sent, cancelled, refunded.
 */
export const cancelTickets = ({ db }: { db: Db }, venue: VenueContext, typed: string) =>
  inTransaction(db, async (tx) => {
    const found = await lockNamed(tx, typed, venue.site);
    const { order, all, named, isWhole } = found;
    const ending = named.filter(isLiving);
    if (order.status !== 'paid' || ending.length === 0) throw operatorProblemOf(found);
    const isOver = !all.some((ticket) => isUsed(ticket) || (isLiving(ticket) && !ending.includes(ticket)));
    await endTickets(tx, found, ending, isOver ? 'cancelled' : null);
    for (const ticket of ending) await writeAct(tx, 'cancelled', ticket, venue.actor, ticket.people.length);
    await notifyHolders(tx, order, ending, venue.base);
    const number = isWhole ? (order.reservation_number ?? '') : (ending[0]?.number ?? '');
    return { number, isWhole, quantity: peopleOf(ending), used: peopleOf(named.filter(isUsed)) };
  });
export type Cancelled = Awaited<ReturnType<typeof cancelTickets>>;

type Choice = NonNullable<Ticket['choice']>;

/** Why money does not go back by the link of a ticket, which is all or nothing of an order; null if it does. */
const barOf = async (db: Db | Tx, { isBuyers, state, order_id }: TicketDetails): Promise<Choice['bar']> => {
  if (!isBuyers) return 'not_buyer';
  if (state === 'shared') return 'shared';
  const all = await currentTickets(db, order_id);
  if (all.some(isUsed)) return 'used';
  return all.some((ticket) => isLiving(ticket) && !ticket.isChoosing) ? 'elsewhere' : null;
};

/** The choice that the venue leaves to the holder of a ticket that it moved; undefined without one, or once it is over. */
export const readChoice = async (db: Db | Tx, ticket: TicketDetails): Promise<Choice | undefined> => {
  const { choice_until: until, isChoosing, order_id } = ticket;
  if (!isChoosing || until === null) return undefined;
  const amount = sumOf(await paymentsOf(db, order_id).where('state', '=', 'paid').execute());
  return { until: until.toISOString(), amount, bar: await barOf(db, ticket) };
};
