import { fromPromise } from 'xstate';
import type { ReadInput, TicketInput } from '#machines/ticket/ticket.types.ts';
import { call } from '#src/api/call.ts';
import { getSharedTicket } from '#src/api/contract/tickets.ts';
import { readStored, refresh } from '#src/api/stored-tickets.ts';
import type { SharedTicket } from '#src/domain/ticket.ts';

/** Reads the ticket behind a share link, in the page's language. Throws Failure: `token_not_found` once it is not shared. */
export const readShared = fromPromise<SharedTicket, ReadInput>(async ({ input, signal }) => {
  const { token, lang, timeout } = input;
  return refresh(token, timeout, (limit) =>
    call({ ...getSharedTicket, ...limit }, { params: { share_token: token }, query: { lang }, signal }),
  );
});

/** The ticket as stored when the share link was opened before; null when it is not stored. */
export const recallShared = fromPromise<SharedTicket | null, TicketInput>(async ({ input: { token } }) => {
  return readStored(token, getSharedTicket.reply);
});
