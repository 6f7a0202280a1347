import { fromPromise } from 'xstate';
import type { TicketInput } from '#machines/ticket/ticket.types.ts';
import { call } from '#src/api/call.ts';
import { getReceipt } from '#src/api/contract/tickets.ts';
import type { Receipt } from '#src/domain/receipt.ts';

/**
 * Reads the receipt of the buyer's ticket, in the page's language. Throws Failure: `token_not_found` for a dead link or
 * another person's ticket, `cannot_change_ticket` when it was moved to another date or cancelled.
 */
export const readReceipt = fromPromise<Receipt, TicketInput>(async ({ input, signal }) => {
  return call(getReceipt, { params: { reservation_token: input.token }, query: { lang: input.lang }, signal });
});
