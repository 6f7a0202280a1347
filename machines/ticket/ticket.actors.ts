import { fromPromise } from 'xstate';
import { call } from '#src/api/call.ts';
import { getSharedTicket, getTicket, refundTicket as refund } from '#src/api/contract/tickets.ts';
import { erase, forget, readStored, refresh } from '#src/api/stored-tickets.ts';
import type { SharedTicket, Ticket } from '#src/domain/ticket.ts';
import type { LinkInput, ReadInput, RefundInput, TicketInput } from './ticket.types.ts';

const read = (token: string, lang: TicketInput['lang'], signal: AbortSignal, timeout?: number): Promise<Ticket> =>
  refresh(token, timeout, (limit) =>
    call({ ...getTicket, ...limit }, { params: { reservation_token: token }, query: { lang }, signal }),
  );

/** Reads the ticket behind a reservation token, in the page's language. Throws Failure: `token_not_found`, a dead link. */
export const readTicket = fromPromise<Ticket, TicketInput>(({ input: { token, lang }, signal }) =>
  read(token, lang, signal),
);

/** The same for the page of a link. Throws Failure: `token_not_found`, also once a ticket is not shared. */
export const readLinked = fromPromise<Ticket | SharedTicket, ReadInput>(
  ({ input: { page, token, lang, timeout }, signal }) =>
    page === 'ticket'
      ? read(token, lang, signal, timeout)
      : refresh(token, timeout, (limit) =>
          call({ ...getSharedTicket, ...limit }, { params: { share_token: token }, query: { lang }, signal }),
        ),
);

/** The ticket as stored when this link was opened before; null when it is not stored. */
export const recallTicket = fromPromise<Ticket | SharedTicket | null, LinkInput>(({ input: { page, token } }) =>
  page === 'ticket' ? readStored(token, getTicket.reply) : readStored(token, getSharedTicket.reply),
);

/** Deletes all that this device has stored of a ticket. Throws when it may still be there. */
export const forgetTicket = fromPromise<void, Pick<TicketInput, 'token'>>(async ({ input: { token } }) => {
  if (!(await erase(token))) throw new Error('The ticket could not be deleted from this device');
});

/** Asks for the money of an order whose visit the venue moved. Returns the yen. Throws Failure: cannot_change_ticket, token_not_found. */
export const refundTicket = fromPromise<number, RefundInput>(async ({ input: { token, key }, signal }) => {
  await forget(token);
  return (await call(refund, { params: { reservation_token: token }, key, signal })).amount;
});
