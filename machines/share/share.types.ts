import type { Attempt } from '#machines/shared/attempt.ts';
import type { Meta, Tag } from '#machines/shared/screens.ts';
import type { TicketInput } from '#machines/ticket/ticket.types.ts';
import type { FailureDetails } from '#src/domain/failures.ts';
import type { Ticket } from '#src/domain/ticket.ts';

/** `failure`: why the ticket could not be read, shared or unshared. */
export type ShareContext = TicketInput & {
  ticket: Ticket | null;
  attempt: Attempt | null;
  failure: FailureDetails | null;
};
export type ShareEvent = { type: 'share.make' } | { type: 'share.stop' } | { type: 'ticket.again' };

export type WriteInput = { token: string; key: string };

export type ShareTypes = {
  context: ShareContext;
  events: ShareEvent;
  input: TicketInput;
  tags: Tag;
  meta: Meta;
  children: { readTicket: 'readTicket'; shareTicket: 'shareTicket'; stopSharing: 'stopSharing' };
};
