import { fromPromise } from 'xstate';
import type { TicketInput } from '#machines/ticket/ticket.types.ts';
import type { SharedTicket } from '#src/domain/ticket.ts';
import { within } from '#src/domain/within.ts';

/** Reads the ticket behind a share link, in the page's language. Throws Failure: `token_not_found` once it is not shared. */
export const readShared = fromPromise<SharedTicket, TicketInput>(async ({ input, signal }) => {
  const [{ call }, { getSharedTicket }] = await within(
    Promise.all([import('#src/api/call.ts'), import('#src/api/contract/tickets.ts')]),
  );
  return call(getSharedTicket, { params: { share_token: input.token }, query: { lang: input.lang }, signal });
});
