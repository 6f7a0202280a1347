import { sql } from 'kysely';
import { inTransaction, type Tx } from '#server/db/open.ts';
import { liveList } from '#server/db/scoped.ts';
import type { OrderRow } from '#server/db/types.ts';
import type { OrderDeps } from '#server/orders/deps.ts';
import { tooManySeats } from '#server/orders/holds/hold-limit.ts';
import { endOrder, withRoom } from '#server/orders/holds/holds.ts';
import { lockSlots, returnSeats, returnSets, setsOf } from '#server/orders/holds/stock.ts';
import { type Placed, readPlaced } from '#server/orders/orders.ts';
import { takeAndInsert } from '#server/orders/write-order.ts';
import { pass } from '#server/shared/failpoints.ts';
import { Problem } from '#server/shared/problem.ts';
import type { RequestContext } from '#server/shared/visitor.ts';
import { comparedMail } from '#src/domain/mail.ts';
import { priceAt } from '#src/domain/money.ts';
import { type Goal, judgeChange, replaceTicket } from './change-date.ts';
import type { TicketDeps } from './deps.ts';
import { currentTickets } from './end-tickets.ts';
import { lockTicket, type TicketDetails } from './ticket-details.ts';

/** The prices at a surcharge that people agree to, as lines of an order. */
const linesAt = ({ people }: TicketDetails, surcharge: number) => {
  const options = [...new Map(people.map((person) => [person.option_id, person])).values()];
  return options.map(({ option_id, add_cost }, position) => {
    const price = priceAt(add_cost, surcharge);
    const count = people.filter((person) => person.option_id === option_id).length;
    return { option_id, position, price, surcharge: price - add_cost, count };
  });
};

/** Ends unpaid changes of an order, but one whose payment runs, so that one holds seats; money that still arrives goes back. */
const endUnpaid = async (tx: Tx, { order_id }: TicketDetails, goal: Goal): Promise<void> => {
  const changes = tx.selectFrom('orders').selectAll().where('change_of', '=', order_id).where('status', '=', 'open');
  const open = await changes
    .where(sql<boolean>`not exists (select from payments
      where order_id = orders.id and payments.state in ${sql.raw(liveList)})`)
    .orderBy('id')
    .forUpdate()
    .execute();
  await lockSlots(tx, [...open, goal]);
  for (const order of open) await endOrder(tx, order, 'cancelled');
};

/**
 * Places an order that holds the seats of a slot for the buyer's ticket; when it is paid the ticket moves there. A retry with the same key
 * returns the same order. Throws as `judgeChange`, seat_reserve_error, rate_limited; dearer_slot also when nothing is to be paid.
 */
export const placeChange = async (
  deps: OrderDeps,
  context: RequestContext,
  token: string,
  goal: Omit<Goal, 'site'>,
): Promise<Placed> => {
  const { site, effectId: id } = context;
  const slot = { site, ...goal };
  const place = () =>
    inTransaction(deps.db, async (tx) => {
      const ticket = await lockTicket(tx, site, token);
      const { price: total, isCharged, surcharge, last_admission } = await judgeChange(deps, tx, ticket, slot);
      if (total === 0) throw new Problem('dearer_slot', { detail: 'Nothing is to be paid.' });
      await endUnpaid(tx, ticket, slot);
      const { product_uuid: product, lang, customer, order_id, changes, people, confirmed_mail } = ticket;
      /* Set products were paid with the order and go along. */
      const sets = (await setsOf(tx, order_id)).map((set) => ({ ...set, price: 0 }));
      const lines = isCharged ? linesAt(ticket, surcharge) : [];
      const held = { product, slot, quantity: people.length, total, read_at: ticket.as_of, lines, sets };
      const written = { lang, customer, confirmed_mail: confirmed_mail && customer && comparedMail(customer.email) };
      const chosen = { ...held, offered: { last_admission } };
      const { outcome, detail } = await takeAndInsert(deps, tx, context, chosen, written);
      if (outcome === 'too_many') throw tooManySeats(Number(detail));
      if (outcome !== 'placed') throw new Problem('seat_reserve_error', { detail: outcome });
      const change = { change_of: order_id, change_version: changes };
      await tx.updateTable('orders').set(change).where('id', '=', id).execute();
      pass('hold_written');
    });
  const placed = await deps.db.selectFrom('orders').select('id').where('id', '=', id).executeTakeFirst();
  if (!placed) await withRoom(deps.db, slot, place);
  return readPlaced(deps.db, id);
};

/** The ticket that a change of date moves, under the locks of both orders; undefined when it is no longer as its price was named for. */
export const findMoved = async (tx: Tx, order: OrderRow): Promise<TicketDetails | undefined> => {
  const tickets = order.change_of === null ? [] : await currentTickets(tx, order.change_of);
  return tickets.find(
    ({ isBuyers, actions, changes, people }) =>
      isBuyers && actions.change_date === null && changes === order.change_version && people.length === order.quantity,
  );
};

/** Moves the ticket of a change of date whose order has just been paid, and so has sold seats. `base`: prefix of links. */
export const finishChange = async (
  deps: Pick<TicketDeps, 'tokens'>,
  tx: Tx,
  { id, time_span_id }: OrderRow,
  ticket: TicketDetails,
  base: string,
): Promise<void> => {
  await returnSeats(tx, ticket, ticket.people.length);
  await returnSets(tx, ticket, ticket.order_id);
  await replaceTicket(deps, tx, ticket, { id, base, time_span_id });
  const setPrices = sql`update ticket_people set price = order_lines.price from order_lines
    where order_lines.order_id = ${id} and order_lines.option_id = ticket_people.option_id and ticket_id = ${id}`;
  await setPrices.execute(tx);
};
