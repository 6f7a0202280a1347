import { fromPromise } from 'xstate';
import { call } from '#src/api/call.ts';
import { createReservationMail, getReservation } from '#src/api/contract/tickets.ts';
import type { FindInput, LinksInput } from './inquiry.types.ts';

/** The token of the ticket with this mail address and number, as typed. Throws Failure: ticket_not_found, rate_limited. */
export const findReservation = fromPromise<{ reservation_token: string }, FindInput>(async ({ input, signal }) => {
  const { email = '', reservation_number = '' } = input.typed ?? {};
  return call(getReservation, { query: { email, reservation_number }, signal });
});

/** Has the links of an address's coming visits mailed to it; the answer is the same whether there are any. Throws Failure. */
export const sendLinks = fromPromise<void, LinksInput>(async ({ input, signal }) => {
  const { email, lang, key } = input;
  await call(createReservationMail, { body: { email, lang }, key, signal });
});
