import type { ProductWords } from '#server/db/types.ts';
import type { Deps } from '#server/deps.ts';
import { bookedCouponOf, bookedSetsOf } from '#server/domain/booked.ts';
import { findTicket, type HeldTicket } from '#server/domain/held-ticket.ts';
import type { Order } from '#src/domain/order.ts';
import type { SaleType } from '#src/domain/product.ts';
import type { Configurations } from '#src/domain/shop.ts';
import type { MailRow } from './outbox.ts';

/** What a letter is about. A missing part is not told to its reader. */
export type LetterFacts = {
  /** Of the buyer; '' when the letter goes to somebody else. */
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

/** In: a reservation number. Out: the ticket that has it now: a date that was changed since is told as it is. */
const ticketOf = async (
  desk: Desk,
  { site }: MailRow,
  number: string | null,
): Promise<HeldTicket & { token: string }> => {
  const { id } = await desk.db
    .selectFrom('tickets')
    .select('id')
    .where('number', '=', number)
    .where('state', '<>', 'changed')
    .executeTakeFirstOrThrow();
  const token = desk.vault.token('reservation', id);
  return { ...(await findTicket(desk.db, site, token)), token };
};

/** In: a row of the outbox. Out: what is true of it now. */
export const factsOf = async (desk: Desk, row: MailRow): Promise<LetterFacts> => {
  const { db, vault } = desk;
  const { customer, total, reservation_number, status, ...booked } = await orderOf(desk, row.order_id);
  const order = {
    ...booked,
    name: customer?.fullname ?? '',
    sets: [],
    coupon: null,
    amount: null,
    number: null,
    token: null,
    isValid: status === 'paid',
  };
  const bought = async () => {
    const sets = await bookedSetsOf(db, row.order_id, row.lang);
    return { sets, coupon: await bookedCouponOf(db, row.order_id, row.lang), amount: total };
  };
  if (row.kind === 'mail_confirm') return { ...order, ...(await bought()), token: vault.token('mail', row.order_id) };
  if (row.kind === 'refunded') {
    const paid = db.selectFrom('payments').select('amount').where('id', '=', row.payment_id);
    return { ...order, amount: (await paid.executeTakeFirst())?.amount ?? total };
  }
  const about = db.selectFrom('tickets').select('number').where('id', '=', row.ticket_id);
  const number = row.kind === 'completed' ? reservation_number : ((await about.executeTakeFirst())?.number ?? null);
  const ticket = await ticketOf(desk, row, number);
  const { words, sale_type, reservation_from, reservation_to, token } = ticket;
  const now = { ...order, words, sale_type, reservation_from, reservation_to, number, token };
  if (row.kind === 'completed') return { ...now, ...(await bought()) };
  const isBuyers = row.kind === 'ticket_changed' && ticket.email === null;
  return { ...now, quantity: ticket.people.length, name: isBuyers ? now.name : '' };
};
