import type { ReadInput, TicketInput } from './ticket.types.ts';

type Shown = { context: TicketInput & { ticket: object | null } };

/** Input of reading a ticket. A visitor who sees no ticket yet may be at the gate, so the stored copy is used sooner. */
export const readingOf = ({ context: { token, lang, ticket } }: Shown): ReadInput => ({
  token,
  lang,
  timeout: ticket ? 10_000 : 4_000,
});
