import { fromPromise } from 'xstate';
import { call } from '#src/api/call.ts';
import * as tickets from '#src/api/contract/tickets.ts';
import { forget } from '#src/api/stored-tickets.ts';
import type { Corrected, CorrectInput } from './correction.types.ts';

/** The ticket is mailed again. Throws Failure: `cannot_change_ticket`, `token_not_found`, `invalid_input`, `rate_limited`. */
export const correctEmail = fromPromise<Corrected, CorrectInput>(async ({ input: { token, email, key }, signal }) => {
  await forget(token);
  return call(tickets.correctEmail, { params: { reservation_token: token }, body: { email }, key, signal });
});
