import type { Attempt } from '#machines/shared/attempt.ts';
import type { PageTypes } from '#machines/shared/screens.ts';
import type { TicketInput } from '#machines/ticket/ticket.types.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import type { Ticket } from '#src/domain/ticket.ts';

/** `failure`: why the ticket could not be read, shared or unshared. */
export type ShareContext = TicketInput & {
  ticket: Ticket | null;
  attempt: Attempt | null;
  failure: FailureDetails | null;
};

export type WriteInput = { token: string; key: string };

export type ShareTypes = PageTypes & {
  context: ShareContext;
  events: { type: 'share.make' } | { type: 'share.stop' } | { type: 'ticket.again' };
  input: TicketInput;
  children: { readTicket: 'readTicket'; shareTicket: 'shareTicket'; stopSharing: 'stopSharing' };
};
