import { fromPromise } from 'xstate';
import type { FindInput, LinksInput } from './inquiry.types.ts';

const line = async () => {
  const [{ call }, reservations] = await Promise.all([
    import('#src/api/call.ts'),
    import('#src/api/contract/reservations.ts'),
  ]);
  return { call, ...reservations };
};

/** In: mail and number as typed. Out: the token of their ticket. Throws Failure: ticket_not_found, rate_limited. */
export const findReservation = fromPromise<{ reservation_token: string }, FindInput>(async ({ input, signal }) => {
  const { call, getReservation } = await line();
  const { email = '', reservation_number = '' } = input.typed ?? {};
  return call(getReservation, { query: { email, reservation_number }, signal });
});

/** Has the links of an address's coming visits mailed to it; the answer is the same whether there are any. Throws Failure. */
export const sendLinks = fromPromise<void, LinksInput>(async ({ input, signal }) => {
  const { call, createReservationMail } = await line();
  const { email, lang, key } = input;
  await call(createReservationMail, { body: { email, lang }, key, signal });
});
