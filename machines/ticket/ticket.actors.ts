import { fromPromise } from 'xstate';
import type { Ticket } from '#src/domain/ticket.ts';
import { within } from '#src/domain/within.ts';
import type { ReadInput, TicketInput } from './ticket.types.ts';

/** Reads the ticket behind a reservation token, in the page's language. Throws Failure: `token_not_found`, a dead link. */
export const readTicket = fromPromise<Ticket, ReadInput>(async ({ input, signal }) => {
  const { token, lang, patience } = input;
  const [{ call }, { getTicket }, { refresh }] = await within(
    Promise.all([import('#src/api/call.ts'), import('#src/api/contract/tickets.ts'), import('#src/api/kept.ts')]),
  );
  return refresh(token, patience, (limit) =>
    call({ ...getTicket, ...limit }, { params: { reservation_token: token }, query: { lang }, signal }),
  );
});

/** Out: the ticket as it was kept when this link was opened before; null when it is not kept. */
export const recallTicket = fromPromise<Ticket | null, TicketInput>(async ({ input: { token } }) => {
  const [{ recall }, { getTicket }] = await within(
    Promise.all([import('#src/api/kept.ts'), import('#src/api/contract/tickets.ts')]),
  );
  return recall(token, getTicket.reply);
});

/** Deletes all that this device has stored of a ticket. Throws when it may still be there. */
export const forgetTicket = fromPromise<void, Pick<TicketInput, 'token'>>(async ({ input: { token } }) => {
  const { erase } = await within(import('#src/api/kept.ts'));
  if (!(await erase(token))) throw new Error('The ticket could not be deleted from this device');
});
