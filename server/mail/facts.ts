import type { ProductWords } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { bookedOf } from '#server/domain/booked.ts';
import { type HeldTicket, readTickets } from '#server/domain/held-ticket.ts';
import { comingTickets } from '#server/domain/links.ts';
import type { Order } from '#src/domain/order.ts';
import type { SaleType } from '#src/domain/product.ts';
import type { Configurations } from '#src/domain/shop.ts';
import type { MailRow } from './outbox.ts';

/** What a letter tells of each ticket it is about. */
export type OneTicket = Pick<
  LetterFacts,
  'words' | 'sale_type' | 'reservation_from' | 'reservation_to' | 'quantity' | 'number' | 'token'
>;

/** What a letter is about. A missing part is not told to its reader. */
export type LetterFacts = {
  /** As the venue gave it with an invitation; '' else: what a visitor typed is in no mail to an address nobody confirmed. */
  name: string;
  words: ProductWords;
  sale_type: SaleType;
  reservation_from: Date;
  reservation_to: Date;
  quantity: number;
  sets: Order['set_products'];
  coupon: Order['coupon'];
  /** Yen paid, or paid back. */
  amount: number | null;
  number: string | null;
  /** Opens what the letter leads to. */
  token: string | null;
  /** The order's tickets let in. */
  isValid: boolean;
  /** Further tickets the letter tells of. */
  others: readonly OneTicket[];
  contact: Pick<Configurations, 'operator_name' | 'contact_mail' | 'contact_phone'>;
};

/** What letters are written with. */
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
  const { id, words, sale_type, reservation_from, reservation_to, people, number } = ticket;
  const token = desk.vault.token('reservation', id);
  return { words, sale_type, reservation_from, reservation_to, quantity: people.length, number, token };
};

/** Tickets the reader may still come with, as it is now; none when the last of them went meanwhile. */
const linksOf = async (desk: Desk, { site, address }: MailRow): Promise<OneTicket[]> => {
  const coming = await comingTickets(desk.db, site, address);
  const tickets = await readTickets(
    desk.db,
    coming.map(({ id }) => id),
  );
  return coming.flatMap(({ id }) => tickets.filter((ticket) => ticket.id === id)).map((ticket) => oneOf(desk, ticket));
};

/** In: a reservation number. Out: the ticket that has it now: a date that was changed since is told as it is. */
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

/** A refund tells of the visit as it stands, where there was to be one: all people of the order, and no way in. */
const refundOf = async (desk: Desk, row: MailRow, number: string | null): Promise<Partial<LetterFacts>> => {
  const paid = desk.db.selectFrom('payments').select('amount').where('id', '=', row.payment_id);
  const sum = await paid.executeTakeFirst();
  const amount = sum ? { amount: sum.amount } : {};
  if (number === null) return amount;
  const { reservation_from, reservation_to } = await ticketOf(desk, number);
  return { ...amount, number, reservation_from, reservation_to };
};

/** In: a row of the outbox. Out: what is true of it now. */
export const factsOf = async (desk: Desk, row: MailRow): Promise<LetterFacts> => {
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
  if (row.kind === 'mail_confirm' || row.kind === 'invited')
    return { ...order, ...(await bought()), token: vault.token('mail', row.order_id) };
  if (row.kind === 'refunded') return { ...order, amount: total, ...(await refundOf(desk, row, reservation_number)) };
  if (row.kind === 'ticket_links') {
    const [first, ...others] = await linksOf(desk, row);
    if (first) return { ...order, ...first, others };
  }
  const about = db.selectFrom('tickets').select('number').where('id', '=', row.ticket_id);
  const number = row.kind === 'completed' ? reservation_number : ((await about.executeTakeFirst())?.number ?? null);
  const ticket = await ticketOf(desk, number);
  const now = { ...order, ...oneOf(desk, ticket) };
  if (row.kind === 'completed') return { ...now, quantity: order.quantity, ...(await bought()) };
  return now;
};
