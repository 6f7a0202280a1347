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

/**
 * Deletes all that this device has stored of a ticket, and remembers that its link was left on purpose. Returns whether it
 * is gone.
 */
export const forgetTicket = fromPromise<boolean, Pick<TicketInput, 'token'>>(async ({ input: { token } }) => {
  try {
    const { erase } = await within(import('#src/api/kept.ts'));
    return await erase(token);
  } catch {
    return false;
  }
});
