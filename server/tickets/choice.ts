import type { Db, Tx } from '#server/db/open.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import { isLiving, isUsed } from './end-tickets.ts';
import { paymentsOf, sumOf } from './paid-parts.ts';
import { readTickets, type TicketDetails } from './ticket-details.ts';

type Choice = NonNullable<Ticket['choice']>;

/** Why money does not go back by the link of a ticket, which is all or nothing of an order; null if it does. */
const barOf = async (db: Db | Tx, { isBuyers, state, order_id }: TicketDetails): Promise<Choice['bar']> => {
  if (!isBuyers) return 'not_buyer';
  if (state === 'shared') return 'shared';
  const current = db.selectFrom('tickets').select('id').where('order_id', '=', order_id);
  const all = await readTickets(db, current.where('state', '<>', 'changed'));
  if (all.some(isUsed)) return 'used';
  return all.some((ticket) => isLiving(ticket) && !ticket.isChoosing) ? 'elsewhere' : null;
};

/** The choice that the venue leaves to the holder of a ticket that it moved; undefined without one, or once it is over. */
export const readChoice = async (db: Db | Tx, ticket: TicketDetails): Promise<Choice | undefined> => {
  const { choice_until: until, isChoosing, order_id } = ticket;
  if (!isChoosing || until === null) return undefined;
  const amount = sumOf(await paymentsOf({ db }, order_id).where('state', '=', 'paid').execute());
  return { until: until.toISOString(), amount, bar: await barOf(db, ticket) };
};
