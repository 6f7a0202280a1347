import type { FailureDetails } from '#src/domain/failures.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { Ticket } from '#src/domain/ticket.ts';

/** `lang`: language of the page and of the server's texts. */
export type TicketInput = { token: string; lang: Lang };
export type ReadInput = TicketInput & {
  /** How long (ms) to wait for the server before a stored copy is used; without it there is no limit. */
  timeout?: number;
};
/** `token` is the one of the page's link; `T`: the part of the ticket that its reader may see. */
export type TicketContext<T extends object = Ticket> = TicketInput & {
  /** The server's last version; it stays while a newer one is read. */
  ticket: T | null;
  /** Why reading failed. */
  failure: FailureDetails | null;
  /** Removing the ticket from this device, at the visitor's request, failed. */
  isStillStored: boolean;
};
export type TicketEvent = { type: 'ticket.again' } | { type: 'ticket.forget' };
