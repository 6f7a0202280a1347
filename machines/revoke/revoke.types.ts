import type { DoneActorEvent, ErrorActorEvent } from 'xstate';
import type { Attempt } from '#machines/shared/attempt.ts';
import type { TicketContext } from '#machines/ticket/ticket.types.ts';
import type { Lang } from '#src/domain/lang.ts';
import type { Ticket } from '#src/domain/ticket.ts';

/** `failure`: why the link could not be replaced. */
export type RevokeContext = Pick<TicketContext, 'token' | 'lang' | 'ticket' | 'failure'> & {
  attempt: Attempt | null;
  /** Where the new link was mailed, mostly masked; '' when only the server knows. Null before it is replaced. */
  sentTo: string | null;
};

export type RevokeEvent =
  /** Sent when a stored page is restored, maybe in another language. */
  | { type: 'page.restored'; lang: Lang }
  | { type: 'revoke.submit' }
  | { type: 'ticket.again' }
  | DoneActorEvent<Ticket, 'readTicket'>
  | DoneActorEvent<string, 'revokeTicket'>
  | ErrorActorEvent;

export type RevokeInput = { token: string; key: string };
