import { fromPromise } from 'xstate';
import type { Ticket } from '#src/domain/ticket.ts';
import { within } from '#src/domain/within.ts';
import type { TicketInput } from './ticket.types.ts';

/** Reads the ticket behind a reservation token, in the page's language. Throws Failure: `token_not_found`, a dead link. */
export const readTicket = fromPromise<Ticket, TicketInput>(async ({ input, signal }) => {
  const [{ call }, { getTicket }] = await within(
    Promise.all([import('#src/api/call.ts'), import('#src/api/contract/tickets.ts')]),
  );
  return call(getTicket, { params: { reservation_token: input.token }, query: { lang: input.lang }, signal });
});
