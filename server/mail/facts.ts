import { sql } from 'kysely';
import { orderNumber, ordersWithVisits } from '#server/db/scoped.ts';
import type { ProductTexts } from '#server/db/tables.ts';
import type { SlotPeriod } from '#server/db/types.ts';
import { usableLink } from '#server/orders/mail-links.ts';
import { readContents } from '#server/orders/order-contents.ts';
import type { MailRow } from '#server/shared/outbox/outbox.ts';
import { findUpcomingTickets } from '#server/tickets/links.ts';
import { holderOf, readTickets, type TicketDetails, ticketsNumbered } from '#server/tickets/ticket-details.ts';
import { linesOf } from '#server/tickets/ticket-view.ts';
import { ticketTokenOf } from '#server/tickets/tickets.ts';
import type { Lang } from '#src/domain/lang.ts';
import { comparedMail } from '#src/domain/mail.ts';
import type { Order } from '#src/domain/order.ts';
import type { SaleType } from '#src/domain/product.ts';
import type { Configurations } from '#src/domain/shop.ts';
import type { MailDeps } from './deps.ts';

/** Data of a mail about one ticket, or about an order with its buyer's. */
export type OneTicket = SlotPeriod & {
  words: ProductTexts;
  sale_type: SaleType;
  /** Number of people; null when the order is split over several slots and the buyer's ticket is empty. */
  quantity: number | null;
  /** The same people by option; none if only their number is known. */
  lines: readonly Pick<Order['main_product']['order_options'][number], 'name' | 'quantity'>[];
  number: string | null;
  token: string | null;
  /** The ticket behind that link. */
  ticket: TicketDetails | null;
};

/** Data of a mail. Missing parts are omitted from it. */
export type MailFacts = OneTicket & {
  /**
   * The name that the venue gave with an invitation; '' otherwise: text typed by a visitor must not be mailed to an unconfirmed
   * address.
   */
  name: string;
  sets: Order['set_products'];
  coupon: Order['coupon'];
  /** Yen paid or refunded. */
  amount: number | null;
  /** Yen paid, of which only the amount is refunded. */
  paid: number | null;
  /** Name of the sender; '' if it is not known, or could be anything but a name. */
  sender: string;
  /** Whether the order's tickets are valid. */
  isValid: boolean;
  others: readonly OneTicket[];
  contact: Pick<Configurations, 'operator_name' | 'contact_mail' | 'contact_phone'>;
};

/** An order; of a change of date with the number and the status of the order whose ticket it moves. */
const orderOf = (deps: MailDeps, id: string) =>
  ordersWithVisits(deps.db)
    .leftJoin('orders as moved', 'moved.id', 'orders.change_of')
    .select(['orders.quantity', 'orders.total', 'orders.customer', orderNumber.as('reservation_number')])
    .select(({ fn }) => fn.coalesce('moved.status', 'orders.status').as('status'))
    .select(['products.words', 'products.sale_type', 'time_spans.reservation_from', 'time_spans.reservation_to'])
    .where('orders.id', '=', id)
    .executeTakeFirstOrThrow();

const ticketInMail = (deps: MailDeps, ticket: TicketDetails, lang: Lang): OneTicket => {
  const { words, sale_type, reservation_from, reservation_to, people, number } = ticket;
  const visit = { words, sale_type, reservation_from, reservation_to };
  const [token, lines] = [ticketTokenOf(deps.tokens, ticket), linesOf(ticket, lang)];
  return { ...visit, quantity: people.length, lines, number, token, ticket };
};

/**
 * Whether a mail would go to an address that was corrected since: it would show a stranger the ticket's new link. Asked of the
 * ticket whose link is shown: its holder and link are read by one statement, and an earlier one may precede the correction.
 */
const isOther = (ticket: TicketDetails, { address }: MailRow): boolean => {
  const holder = holderOf(ticket);
  return !!holder && comparedMail(holder) !== comparedMail(address);
};

/** Usable tickets of the recipient at this moment; none when the last was used or cancelled meanwhile. */
const linksOf = async (deps: MailDeps, row: MailRow): Promise<OneTicket[]> => {
  const { site, address, lang } = row;
  const upcoming = await findUpcomingTickets(deps.db, site, address);
  const ids = upcoming.map(({ id }) => id);
  const tickets = await readTickets(deps.db, ids);
  return ids
    .flatMap((id) => tickets.filter((ticket) => ticket.id === id && !isOther(ticket, row)))
    .map((ticket) => ticketInMail(deps, ticket, lang));
};

/** The ticket that has a reservation number now, so with its current date. */
const ticketOf = async (deps: MailDeps, number: string | null): Promise<TicketDetails> => {
  const [ticket] = await readTickets(deps.db, ticketsNumbered(deps.db, number ?? '', null).select('id'));
  if (!ticket) throw new Error('A ticket without an order.');
  return ticket;
};

/** Whether all people of a paid order are in one slot, and all or none of them cancelled: tickets can be split, sent or moved. */
const areTogether = async ({ db }: MailDeps, order: string): Promise<boolean> => {
  const rows = await db
    .selectFrom('tickets')
    .innerJoin('ticket_people', 'ticket_people.ticket_id', 'tickets.id')
    .select(['tickets.time_span_id', sql`tickets.state = 'cancelled'`.as('is_over')])
    .distinct()
    .where('tickets.order_id', '=', order)
    .execute();
  return rows.length === 1;
};

/** Whether the holder can still use it. */
const isUsable = ({ state, over, people }: TicketDetails): boolean =>
  (state === 'valid' || state === 'shared') && !over && people.length > 0;

/**
 * Data of a whole order for its buyer: all people while they are in one slot, else those of the buyer's own ticket; no quantity
 * when the ticket is empty. A link only while the ticket is usable.
 */
const orderVisit = async (
  deps: MailDeps,
  { lang }: MailRow,
  ticket: TicketDetails,
  ordered: Pick<OneTicket, 'quantity' | 'lines'>,
): Promise<OneTicket> => {
  const facts = ticketInMail(deps, ticket, lang);
  const quantity = ticket.people.length > 0 ? ticket.people.length : null;
  const people = (await areTogether(deps, ticket.order_id)) ? ordered : { quantity };
  return { ...facts, ...people, token: isUsable(ticket) ? facts.token : null };
};

/** A refund mail names the visit, if a ticket was issued, but has no link. */
const refundOf = async (
  deps: MailDeps,
  row: MailRow,
  { number, quantity }: { number: string | null; quantity: number },
): Promise<Partial<MailFacts>> => {
  const ofPayment = deps.db.selectFrom('payments').select('amount').where('id', '=', row.payment_id);
  const payment = await ofPayment.executeTakeFirst();
  const sums = payment && (row.amount === null ? payment : { amount: row.amount, paid: payment.amount });
  if (number === null) return { ...sums };
  const [ended] = row.ticket_id === null ? [] : await readTickets(deps.db, [row.ticket_id]);
  if (ended) {
    const visit = ticketInMail(deps, ended, row.lang);
    /* Without its ticket a mail has no file that cancels the visit in a calendar: only the buyer's own ticket may be in one. */
    return { ...sums, ...visit, number, token: null, ticket: ended.isBuyers ? ended : null };
  }
  const { order_options: lines } = await readContents(deps.db, row.order_id, row.lang);
  const visit = await orderVisit(deps, row, await ticketOf(deps, number), { quantity, lines });
  return { ...sums, ...visit, token: null };
};

/** Data of a mail to the holder of a ticket; null when the mail no longer applies to the ticket. */
const ticketFacts = async (deps: MailDeps, row: MailRow): Promise<OneTicket | null> => {
  const stored = deps.db.selectFrom('tickets').select(['number', 'state']).where('id', '=', row.ticket_id);
  const { number, state } = (await stored.executeTakeFirst()) ?? { number: null, state: null };
  /* Another mail with the current date follows. */
  if ((row.kind === 'ticket_changed' || row.kind === 'visit_moved') && state === 'changed') return null;
  const ticket = await ticketOf(deps, number);
  const applies = row.kind === 'cancelled' ? ticket.state === 'cancelled' : isUsable(ticket) && !isOther(ticket, row);
  return applies ? ticketInMail(deps, ticket, row.lang) : null;
};

/** Letters, at most four words: a name, without room for an address or a message. */
const nameLike = /^(?=.{1,40}$)[\p{L}\p{M}'’・-]+(?:[ \u3000][\p{L}\p{M}'’・-]+){0,3}$/u;

/** The buyer's name, shown to the recipient of a sent ticket; '' unless it looks like a name, since visitors type it. */
const senderOf = async (deps: MailDeps, ticket: TicketDetails | null): Promise<string> => {
  if (ticket?.kind !== 'sent' || ticket.parent_id === null) return '';
  const [parent] = await readTickets(deps.db, [ticket.parent_id]);
  const name = parent?.isBuyers ? (parent.customer?.fullname ?? '').trim() : '';
  return nameLike.test(name) ? name : '';
};

/** Current data of an outbox row; null when the mail is obsolete. */
export const factsOf = async (deps: MailDeps, row: MailRow): Promise<MailFacts | null> => {
  const { db, tokens } = deps;
  const { customer, total, reservation_number, status, ...rest } = await orderOf(deps, row.order_id);
  const order = {
    ...rest,
    contact: deps.sites.operationOf(row.site).configurations,
    name: row.kind === 'invited' ? (customer?.fullname ?? '') : '',
    sets: [],
    coupon: null,
    amount: null,
    paid: null,
    lines: [],
    number: null,
    token: null,
    ticket: null,
    sender: '',
    isValid: status === 'paid',
    others: [],
  };
  const bought = async () => {
    const { order_options: lines, set_products: sets, coupon } = await readContents(db, row.order_id, row.lang);
    return { lines, sets, coupon, amount: total };
  };
  if (row.kind === 'mail_confirm' || row.kind === 'invited') {
    const link = await usableLink(db, tokens, row);
    return link?.order_id === row.order_id ? { ...order, ...(await bought()), token: link.token } : null;
  }
  if (row.kind === 'refunded' || row.kind === 'part_refunded') {
    const about = { number: reservation_number, quantity: order.quantity };
    return { ...order, amount: total, ...(await refundOf(deps, row, about)) };
  }
  if (row.kind === 'ticket_links') {
    const [first, ...others] = await linksOf(deps, row);
    return first ? { ...order, ...first, others } : null;
  }
  if (row.kind === 'completed') {
    if (status !== 'paid') return null;
    const ticket = await ticketOf(deps, reservation_number);
    if (isOther(ticket, row)) return null;
    const contents = await bought();
    const ordered = { quantity: order.quantity, lines: contents.lines };
    const visit = await orderVisit(deps, row, ticket, ordered);
    return { ...order, ...contents, ...visit };
  }
  const found = await ticketFacts(deps, row);
  return found && { ...order, ...found, sender: await senderOf(deps, found.ticket) };
};
