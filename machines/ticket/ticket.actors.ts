import { fromPromise } from 'xstate';
import { call } from '#src/api/call.ts';
import { getTicket } from '#src/api/contract/tickets.ts';
import { erase, readStored, refresh } from '#src/api/stored-tickets.ts';
import type { Ticket } from '#src/domain/ticket.ts';
import type { ReadInput, TicketInput } from './ticket.types.ts';

/** Reads the ticket behind a reservation token, in the page's language. Throws Failure: `token_not_found`, a dead link. */
export const readTicket = fromPromise<Ticket, ReadInput>(async ({ input, signal }) => {
  const { token, lang, timeout } = input;
  return refresh(token, timeout, (limit) =>
    call({ ...getTicket, ...limit }, { params: { reservation_token: token }, query: { lang }, signal }),
  );
});

/** The ticket as stored when this link was opened before; null when it is not stored. */
export const recallTicket = fromPromise<Ticket | null, TicketInput>(async ({ input: { token } }) => {
  return readStored(token, getTicket.reply);
});

/** Deletes all that this device has stored of a ticket. Throws when it may still be there. */
export const forgetTicket = fromPromise<void, Pick<TicketInput, 'token'>>(async ({ input: { token } }) => {
  if (!(await erase(token))) throw new Error('The ticket could not be deleted from this device');
});
