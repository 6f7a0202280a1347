import type { Lang } from '#src/domain/lang.ts';
import type { Ticket } from '#src/domain/ticket.ts';

export type TicketInput = { token: string /** Of the page, which the ticket is told in. */; lang: Lang };
export type TicketContext = TicketInput & { ticket: Ticket | null };
export type TicketEvent = { type: 'ticket.again' };
