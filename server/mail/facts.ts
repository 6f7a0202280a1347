import type { ProductWords } from '#server/db/catalogue-tables.ts';
import type { Deps } from '#server/deps.ts';
import { bookedOf } from '#server/domain/booked.ts';
import { type HeldTicket, readTickets } from '#server/domain/held-ticket.ts';
import { comingTickets } from '#server/domain/links.ts';
import { usableLink } from '#server/domain/mail-links.ts';
import { ticketTokenOf } from '#server/domain/tickets.ts';
import type { Order } from '#src/domain/order.ts';
import type { SaleType } from '#src/domain/product.ts';
import type { Configurations } from '#src/domain/shop.ts';
import type { MailRow } from './outbox.ts';

/** Data of each ticket in a mail. */
export type OneTicket = Pick<
  LetterFacts,
  'words' | 'sale_type' | 'reservation_from' | 'reservation_to' | 'quantity' | 'number' | 'token'
>;

/** Data of a mail. Missing parts are omitted from it. */
export type LetterFacts = {
  /**
   * The name that the venue gave with an invitation; '' otherwise: text typed by a visitor must not be mailed to an unconfirmed
   * address.
   */
  name: string;
  words: ProductWords;
  sale_type: SaleType;
  reservation_from: Date;
  reservation_to: Date;
  /** Number of people; null when the order is split over several slots and nobody is left on the buyer's ticket. */
  quantity: number | null;
  sets: Order['set_products'];
  coupon: Order['coupon'];
  /** Yen paid or refunded. */
  amount: number | null;
  number: string | null;
  /** Token of the mail's main link. */
  token: string | null;
  /** Whether the order's tickets are valid. */
  isValid: boolean;
  /** Further tickets in the mail. */
  others: readonly OneTicket[];
  contact: Pick<Configurations, 'operator_name' | 'contact_mail' | 'contact_phone'>;
};

/** Dependencies of rendering mails. */
export type Desk = Pick<Deps, 'db' | 'vault' | 'env' | 'publicUrl'>;

const orderOf = (desk: Desk, id: string) =>
  desk.db
    .selectFrom('orders')
    .innerJoin('products', 'products.uuid', 'orders.product_uuid')
    .innerJoin('time_spans', 'time_spans.id', 'orders.time_span_id')
    .innerJoin('configurations', 'configurations.site', 'orders.site')
    .select(['orders.quantity', 'orders.total', 'orders.customer', 'orders.status', 'orders.reservation_number'])
    .select(['products.words', 'products.sale_type', 'time_spans.reservation_from', 'time_spans.reservation_to'])
    .select('configurations.data as contact')
    .where('orders.id', '=', id)
    .executeTakeFirstOrThrow();

const oneOf = (desk: Desk, ticket: HeldTicket): OneTicket => {
  const { words, sale_type, reservation_from, reservation_to, people, number } = ticket;
  const token = ticketTokenOf(desk.vault, ticket);
  return { words, sale_type, reservation_from, reservation_to, quantity: people.length, number, token };
};

/** Usable tickets of the recipient at this moment; none when the last was used or cancelled meanwhile. */
const linksOf = async (desk: Desk, { site, address }: MailRow): Promise<OneTicket[]> => {
  const coming = await comingTickets(desk.db, site, address);
  const tickets = await readTickets(
    desk.db,
    coming.map(({ id }) => id),
  );
  return coming.flatMap(({ id }) => tickets.filter((ticket) => ticket.id === id)).map((ticket) => oneOf(desk, ticket));
};

/** The ticket that has a reservation number now, so with its current date. */
const ticketOf = async (desk: Desk, number: string | null): Promise<HeldTicket> => {
  const { id } = await desk.db
    .selectFrom('tickets')
    .select('id')
    .where('number', '=', number)
    .where('state', '<>', 'changed')
    .executeTakeFirstOrThrow();
  const [ticket] = await readTickets(desk.db, [id]);
  if (!ticket) throw new Error('A ticket without an order.');
  return ticket;
};

/** Slots of the people of a paid order, who may have been split off, sent or moved. */
const spansOf = async ({ db }: Desk, order: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('tickets')
    .innerJoin('ticket_people', 'ticket_people.ticket_id', 'tickets.id')
    .select('tickets.time_span_id')
    .distinct()
    .where('tickets.order_id', '=', order)
    .execute();
  return rows.map(({ time_span_id }) => time_span_id);
};

/** Whether the holder can still use it. */
const isUsable = ({ state, over, people }: HeldTicket): boolean =>
  (state === 'valid' || state === 'shared') && !over && people.length > 0;

/**
 * Data of a whole order for its buyer: all people while they are in one slot, else those of the buyer's own ticket; no quantity
 * when nobody is left on it. A link only while the ticket is usable.
 */
const orderVisit = async (desk: Desk, ticket: HeldTicket, quantity: number): Promise<OneTicket> => {
  const told = oneOf(desk, ticket);
  const isTogether = (await spansOf(desk, ticket.order_id)).length === 1;
  const others = ticket.people.length > 0 ? ticket.people.length : null;
  return { ...told, quantity: isTogether ? quantity : others, token: isUsable(ticket) ? told.token : null };
};

/** A refund mail names the visit, if a ticket was issued, but has no link. */
const refundOf = async (
  desk: Desk,
  row: MailRow,
  { number, quantity }: { number: string | null; quantity: number },
): Promise<Partial<LetterFacts>> => {
  const paid = desk.db.selectFrom('payments').select('amount').where('id', '=', row.payment_id);
  const sum = await paid.executeTakeFirst();
  const amount = sum ? { amount: sum.amount } : {};
  if (number === null) return amount;
  return { ...amount, ...(await orderVisit(desk, await ticketOf(desk, number), quantity)), token: null };
};

/** Data of a mail to the holder of a ticket; null when the mail no longer applies to the ticket. */
const ticketFacts = async (desk: Desk, row: MailRow): Promise<OneTicket | null> => {
  const about = desk.db.selectFrom('tickets').select(['number', 'state']).where('id', '=', row.ticket_id);
  const { number, state } = (await about.executeTakeFirst()) ?? { number: null, state: null };
  /* Another mail with the current date follows. */
  if (row.kind === 'ticket_changed' && state === 'changed') return null;
  const ticket = await ticketOf(desk, number);
  const isTrue = row.kind === 'cancelled' ? ticket.state === 'cancelled' : isUsable(ticket);
  return isTrue ? oneOf(desk, ticket) : null;
};

/** Current data of an outbox row; null when the mail is obsolete. */
export const factsOf = async (desk: Desk, row: MailRow): Promise<LetterFacts | null> => {
  const { db, vault } = desk;
  const { customer, total, reservation_number, status, ...booked } = await orderOf(desk, row.order_id);
  const order = {
    ...booked,
    name: row.kind === 'invited' ? (customer?.fullname ?? '') : '',
    sets: [],
    coupon: null,
    amount: null,
    number: null,
    token: null,
    isValid: status === 'paid',
    others: [],
  };
  const bought = async () => {
    const { set_products: sets, coupon } = await bookedOf(db, row.order_id, row.lang);
    return { sets, coupon, amount: total };
  };
  if (row.kind === 'mail_confirm' || row.kind === 'invited') {
    const link = await usableLink(db, vault, row);
    return link?.order_id === row.order_id ? { ...order, ...(await bought()), token: link.token } : null;
  }
  if (row.kind === 'refunded') {
    const about = { number: reservation_number, quantity: order.quantity };
    return { ...order, amount: total, ...(await refundOf(desk, row, about)) };
  }
  if (row.kind === 'ticket_links') {
    const [first, ...others] = await linksOf(desk, row);
    return first ? { ...order, ...first, others } : null;
  }
  if (row.kind === 'completed') {
    if (status !== 'paid') return null;
    const visit = await orderVisit(desk, await ticketOf(desk, reservation_number), order.quantity);
    return { ...order, ...visit, ...(await bought()) };
  }
  const found = await ticketFacts(desk, row);
  return found && { ...order, ...found };
};
