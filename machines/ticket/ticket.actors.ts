import { fromPromise } from 'xstate';
import { call } from '#src/api/call.ts';
import { getSharedTicket, getTicket } from '#src/api/contract/tickets.ts';
import { erase, readStored, refresh } from '#src/api/stored-tickets.ts';
import type { SharedTicket, Ticket } from '#src/domain/ticket.ts';
import type { ReadInput, TicketInput } from './ticket.types.ts';

/** Reads the ticket behind a reservation token, in the page's language. Throws Failure: `token_not_found`, a dead link. */
export const readTicket = fromPromise<Ticket, ReadInput>(({ input: { token, lang, timeout }, signal }) =>
  refresh(token, timeout, (limit) =>
    call({ ...getTicket, ...limit }, { params: { reservation_token: token }, query: { lang }, signal }),
  ),
);

/** Reads the ticket behind a share link, in the page's language. Throws Failure: `token_not_found` once it is not shared. */
export const readShared = fromPromise<SharedTicket, ReadInput>(({ input: { token, lang, timeout }, signal }) =>
  refresh(token, timeout, (limit) =>
    call({ ...getSharedTicket, ...limit }, { params: { share_token: token }, query: { lang }, signal }),
  ),
);

/** The ticket as stored when this link was opened before; null when it is not stored. */
export const recallTicket = fromPromise<Ticket | null, TicketInput>(({ input: { token } }) =>
  readStored(token, getTicket.reply),
);

/** The ticket as stored when this share link was opened before; null when it is not stored. */
export const recallShared = fromPromise<SharedTicket | null, TicketInput>(({ input: { token } }) =>
  readStored(token, getSharedTicket.reply),
);

/** Deletes all that this device has stored of a ticket. Throws when it may still be there. */
export const forgetTicket = fromPromise<void, Pick<TicketInput, 'token'>>(async ({ input: { token } }) => {
  if (!(await erase(token))) throw new Error('The ticket could not be deleted from this device');
});
