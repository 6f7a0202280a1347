import type { Attempt } from '#machines/shared/attempt.ts';
import type { Tag } from '#machines/shared/screens.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { SharedTicket, Ticket } from '#src/domain/ticket.ts';

/** `lang`: language of the page and of the server's texts. */
export type TicketInput = { token: string; lang: Lang };
/** `page`: the page of the holder's link, or of a share link. */
export type LinkInput = TicketInput & { page: 'ticket' | 'shared' };
export type ReadInput = LinkInput & {
  /** How long (ms) to wait for the server before a stored copy is used. */
  timeout: number;
};
export type RefundInput = Pick<TicketInput, 'token'> & { key: string };
/** The server's last version of what the link's reader may see; it stays while a newer one is read. */
type Shown = { page: 'ticket'; ticket: Ticket | null } | { page: 'shared'; ticket: SharedTicket | null };

/** `token` is the one of the page's link. */
export type TicketContext = TicketInput &
  Shown & {
    /** Why reading failed. */
    failure: FailureDetails | null;
    /** Removing the ticket from this device, at the visitor's request, failed. */
    isStillStored: boolean;
    attempt: Attempt | null;
    /** Yen that go back at the visitor's choice. */
    refunded: number | null;
  };

export type TicketTypes = {
  context: TicketContext;
  events: { type: 'ticket.again' } | { type: 'ticket.forget' } | { type: 'choice.keep' } | { type: 'choice.refund' };
  input: LinkInput;
  tags: Tag;
  children: {
    readTicket: 'readLinked';
    recallTicket: 'recallTicket';
    forgetTicket: 'forgetTicket';
    refundTicket: 'refundTicket';
  };
};
