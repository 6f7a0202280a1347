import { hashOf } from '#server/core/crypto.ts';
import { orderOpenedBy } from '#server/shared/tokens/order-tokens.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { newKey, purchase, ready } from './buyer.ts';
import type { Answer } from './call.ts';
import { changeRows, rowOf } from './rows.ts';
import type { Shop } from './shop.ts';
import { changeSlot } from './time.ts';

/** A ticket from its holder's view: the path parameter of its calls, and the number. */
export type Holder = { params: { reservation_token: string }; number: string; order: string };

/** Buys tickets of a slot and pays for them. */
export const buyTicket = async (
  shop: Shop,
  span: string,
  adults = 2,
  children = 0,
  email?: string,
): Promise<Holder> => {
  const order = await ready(shop, span, adults, children, email);
  const { reservation_token, reservation_number } = await purchase(shop, order);
  return { params: { reservation_token }, number: reservation_number, order: order.token };
};

/** The ticket's number and token in the mail to the buyer, by the order's token. */
export const boughtBy = async (shop: Shop, orderToken: string) => {
  const { number, id } = await shop.db
    .selectFrom('orders')
    .innerJoin('tickets', 'tickets.number', 'orders.reservation_number')
    .select(['tickets.number', 'tickets.id'])
    .where('orders.id', '=', orderOpenedBy(orderToken))
    .where('orders.status', '=', 'paid')
    .where('tickets.state', '<>', 'changed')
    .executeTakeFirstOrThrow();
  return { reservation_number: number, reservation_token: shop.deps.tokens.token('reservation', id) };
};

export const paramsOf = (reservation_token: string) => ({ reservation_token });

/** The ticket's page as the link shows it. */
export const ticketOf = (shop: Shop, reservation_token: string, lang?: string): Promise<Ticket> =>
  shop.call('getTicket', { params: { reservation_token }, ...(lang ? { query: { lang } } : {}) });

/** Marks the ticket as used, as the gate does. */
export const markUsed = async (shop: Shop, reservation_token: string): Promise<void> => {
  await changeRows(shop, 'tickets', { token_hash: hashOf(reservation_token) }, { state: 'used' });
};

let passed = 0;

/** Moves the visit of a timespan into the past. */
export const passVisit = async (shop: Shop, span: string): Promise<void> => {
  /* Two timespans of a product never begin at the same time. */
  passed += 1;
  await changeSlot(shop, span, { reservation_from: new Date(passed), reservation_to: new Date(passed + 1) });
};

/** The token in the latest ticket mail to an address. */
export const mailedTo = async (shop: Shop, address: string): Promise<string> => {
  const row = await shop.db
    .selectFrom('outbox')
    .select('ticket_id')
    .where('address', '=', address)
    .where('ticket_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return shop.deps.tokens.token('reservation', row.ticket_id ?? '');
};

/** Every person of an order, with the state of their current ticket. */
export const peopleOf = async (
  shop: Shop,
  { number }: Pick<Holder, 'number'>,
): Promise<{ state: string; number: string }[]> => {
  const { order_id } = await rowOf(shop, 'tickets', { number });
  return shop.db
    .selectFrom('ticket_people')
    .innerJoin('tickets', 'tickets.id', 'ticket_people.ticket_id')
    .select(['tickets.state', 'tickets.number'])
    .where('tickets.order_id', '=', order_id)
    .execute();
};

export const adults = (count: number) => [{ id: 'admission-adult', count }];

/** The body of sending a part of a ticket by mail. */
export const sending = (count: number, email = `${newKey()}@visitor.example`) => ({
  email,
  note: '',
  lang: 'en',
  option_values: adults(count),
});

/** How many responses are 200. */
export const done = (answers: readonly Answer[]): number => answers.filter(({ status }) => status === 200).length;
