import type { Ticket } from '#src/domain/ticket.ts';
import type { TicketContext } from './ticket.types.ts';

/** The choice that the venue leaves to the holder; null without one, once it is made, and behind a share link. */
export const choiceOf = (context: TicketContext): NonNullable<Ticket['choice']> | null =>
  (context.page === 'ticket' && context.refunded === null && context.ticket?.choice) || null;
