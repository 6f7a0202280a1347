import type { Attempt } from '#machines/shared/attempt.ts';
import type { TicketContext } from '#machines/ticket/ticket.types.ts';

/** `failure`: why the ticket could not be read, shared or unshared. */
export type ShareContext = Omit<TicketContext, 'isStillStored'> & { attempt: Attempt | null };
export type ShareEvent = { type: 'share.make' } | { type: 'share.stop' } | { type: 'ticket.again' };

export type WriteInput = { token: string; key: string };
