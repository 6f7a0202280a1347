import type { TicketContext, TicketInput } from '#machines/ticket/ticket.types.ts';

export type ShareInput = TicketInput & { /** Of the page; keys of its writes begin with it. */ seed: string };
/** `note`: why the ticket could not be read, shared or taken back just now. */
export type ShareContext = ShareInput & TicketContext;
export type ShareEvent = { type: 'share.make' } | { type: 'share.stop' } | { type: 'ticket.again' };

export type WriteInput = { token: string; key: string };
