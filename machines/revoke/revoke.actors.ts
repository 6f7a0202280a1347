import { fromPromise } from 'xstate';
import { call } from '#src/api/call.ts';
import * as tickets from '#src/api/contract/tickets.ts';
import { forget } from '#src/api/stored-tickets.ts';
import type { RevokeInput } from './revoke.types.ts';

/**
 * Replaces the link and the codes of a ticket. Returns where the new link was mailed, most of the address hidden; '' when
 * the server does not say. Throws Failure: `cannot_change_ticket`, `token_not_found`, `rate_limited`.
 */
export const revokeTicket = fromPromise<string, RevokeInput>(async ({ input: { token, key }, signal }) => {
  await forget(token);
  const { sent_to } = await call(tickets.revokeTicket, { params: { reservation_token: token }, key, signal });
  return sent_to;
});
