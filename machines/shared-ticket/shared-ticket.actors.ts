import { fromPromise } from 'xstate';
import type { ReadInput, TicketInput } from '#machines/ticket/ticket.types.ts';
import type { SharedTicket } from '#src/domain/ticket.ts';
import { within } from '#src/domain/within.ts';

/** Reads the ticket behind a share link, in the page's language. Throws Failure: `token_not_found` once it is not shared. */
export const readShared = fromPromise<SharedTicket, ReadInput>(async ({ input, signal }) => {
  const { token, lang, patience } = input;
  const [{ call }, { getSharedTicket }, { refresh }] = await within(
    Promise.all([import('#src/api/call.ts'), import('#src/api/contract/tickets.ts'), import('#src/api/kept.ts')]),
  );
  return refresh(token, patience, (limit) =>
    call({ ...getSharedTicket, ...limit }, { params: { share_token: token }, query: { lang }, signal }),
  );
});

/** Out: the ticket as it was kept when the share link was opened before; null when it is not kept. */
export const recallShared = fromPromise<SharedTicket | null, TicketInput>(async ({ input: { token } }) => {
  const [{ recall }, { getSharedTicket }] = await within(
    Promise.all([import('#src/api/kept.ts'), import('#src/api/contract/tickets.ts')]),
  );
  return recall(token, getSharedTicket.reply);
});
