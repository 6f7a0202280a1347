import { isUnknownLink } from '#machines/shared/errors.ts';
import type { ReadInput, TicketContext } from './ticket.types.ts';

/** Shared by the pages of a ticket's link and of its share link, which differ in what they read. */
type Context = TicketContext<object>;

/** Input of reading a ticket. A visitor who sees no ticket yet may be at the gate, so the stored copy is used sooner. */
export const readingOf = ({ context: { token, lang, ticket } }: { context: Context }): ReadInput => ({
  token,
  lang,
  timeout: ticket ? 10_000 : 4_000,
});

export const guards = {
  isUnknownLink,
  hasTicket: ({ context }: { context: Context }): boolean => context.ticket !== null,
};

/** Shows the server's reply: a ticket, or null for a link that is no longer valid. */
export const applyTicket = <T extends object>(ticket: T | null): Omit<TicketContext<T>, 'token' | 'lang'> => ({
  ticket,
  failure: null,
  isStillStored: false,
});
