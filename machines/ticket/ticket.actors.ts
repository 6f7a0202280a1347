import { fromPromise } from 'xstate';
import type { Ticket } from '#src/domain/ticket.ts';
import type { TicketInput } from './ticket.types.ts';

/** Reads the ticket behind a reservation token. Throws Failure: `token_not_found` when the link is dead. */
export const readTicket = fromPromise<Ticket, TicketInput>(async ({ input, signal }) => {
  const [{ call }, { getTicket }] = await Promise.all([
    import('#src/api/call.ts'),
    import('#src/api/contract/tickets.ts'),
  ]);
  return call(getTicket, { params: { reservation_token: input.token }, signal });
});
