import type { ReadInput, TicketInput } from './ticket.types.ts';

type Shown = { context: TicketInput & { ticket: object | null } };

/**
 * How a ticket is read: who sees nothing yet stands at the gate perhaps, who sees one has asked for a newer one and may wait.
 * The server is waited for so long only where an older ticket is kept.
 */
export const readingOf = ({ context: { token, lang, ticket } }: Shown): ReadInput => ({
  token,
  lang,
  patience: ticket ? 10_000 : 4_000,
});
