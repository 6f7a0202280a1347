import type { TicketInput } from '#machines/ticket/ticket.types.ts';
import type { FailureNote } from '#src/domain/failures.ts';
import type { SharedTicket } from '#src/domain/ticket.ts';

/** `token` is the share link's. */
export type SharedTicketContext = TicketInput & {
  /** As the server told it last; it stays while it is read anew. */
  ticket: SharedTicket | null;
  /** Why it could not be read just now. */
  note: FailureNote | null;
  /** The visitor wanted it removed from this device, and that did not work. */
  isStillStored: boolean;
};
