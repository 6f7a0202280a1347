import type { FailureNote } from '#src/domain/failures.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { Ticket } from '#src/domain/ticket.ts';

export type TicketInput = { token: string /** Of the page, which the ticket is told in. */; lang: Lang };
export type ReadInput = TicketInput & {
  /** How long (ms) the server is waited for where an older one is kept; without it as long as it takes. */
  patience?: number;
};
export type TicketContext = TicketInput & {
  /** As the server told it last; it stays while it is read anew. */
  ticket: Ticket | null;
  /** Why it could not be read just now. */
  note: FailureNote | null;
  /** The visitor wanted it removed from this device, and that did not work. */
  isStillStored: boolean;
};
export type TicketEvent = { type: 'ticket.again' } | { type: 'ticket.forget' };
