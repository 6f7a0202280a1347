import type { TicketInput } from '#machines/ticket/ticket.types.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import type { SharedTicket } from '#src/domain/ticket.ts';

/** `token` is the share link's. */
export type SharedTicketContext = TicketInput & {
  /** The server's last version; it stays while a newer one is read. */
  ticket: SharedTicket | null;
  /** Why reading failed. */
  failure: FailureDetails | null;
  /** The visitor asked to remove it from this device, and removing failed. */
  isStillStored: boolean;
};
