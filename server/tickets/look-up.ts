import { sql } from 'kysely';
import { Problem } from '#server/shared/problem.ts';
import { countUsesOnce } from '#server/shared/rate-limit.ts';
import { perNetwork, type RequestContext } from '#server/shared/visitor.ts';
import type { TicketDeps } from '#server/tickets/deps.ts';
import { comparedMail } from '#src/domain/mail.ts';
import { isReservationNumber, reservationNumberOf } from '#src/domain/ticket.ts';
import { ticketTokenOf } from './tickets.ts';

/**
 * Failed look-ups in ten minutes: per client and mail address, and per client. They count against the client that guesses, never
 * against the owner of the ticket.
 */
const wrong = { ofMail: { max: 10, within: 600 }, ofVisitor: { max: 300, within: 600 } };

export type LookUpDeps = TicketDeps & { metrics: { guessed: (what: 'look-up') => void } };

/**
 * Returns the token of the ticket that has this number and this holder's mail address. A correct pair is never rate limited, so no
 * attacker can lock a holder out; a number has 60 random bits, so guessing is hopeless anyway. Throws ticket_not_found, after the same
 * queries whichever of the two is wrong, and rate_limited.
 */
export const lookUp = async (
  { db, tokens, metrics }: LookUpDeps,
  { site, visitor }: Pick<RequestContext, 'site' | 'visitor'>,
  query: { email: string; reservation_number: string },
): Promise<string> => {
  const email = comparedMail(query.email);
  const number = reservationNumberOf(query.reservation_number);
  /* A slip of the hand is no guess, and says nothing about any ticket. */
  if (!isReservationNumber(number)) throw new Problem('ticket_not_found');
  const row = await db
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .select(['tickets.id', 'tickets.link_revision', 'tickets.token_hash'])
    .where('tickets.number', '=', number)
    .where('tickets.state', '<>', 'changed')
    .where(sql<boolean>`lower(coalesce(tickets.email, orders.customer ->> 'email')) = ${email}`)
    .where('orders.site', '=', site)
    .executeTakeFirst();
  if (row) return ticketTokenOf(tokens, row);
  metrics.guessed('look-up');
  await countUsesOnce(db, [
    ...perNetwork(visitor, (network) => tokens.idOf(`look-up\n${site}\n${network}\n${email}`), wrong.ofMail),
    ...perNetwork(visitor, (network) => tokens.idOf(`look-up\n${network}`), wrong.ofVisitor),
  ]);
  throw new Problem('ticket_not_found');
};
