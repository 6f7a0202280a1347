import type { Ticket } from '#src/domain/ticket.ts';

export type TicketInput = { token: string };
export type TicketContext = { token: string; ticket: Ticket | null };
export type TicketEvent = { type: 'ticket.again' };
