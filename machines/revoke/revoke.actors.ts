import { fromPromise } from 'xstate';
import { call } from '#src/api/call.ts';
import * as tickets from '#src/api/contract/tickets.ts';
import { forget } from '#src/api/stored-tickets.ts';
import type { RevokeInput } from './revoke.types.ts';

/**
 * Replaces the link and the codes of a ticket. Returns the masked address to which the new link was mailed; '' if the reply has
 * none. Throws Failure: `cannot_change_ticket`, `token_not_found`, `rate_limited`.
 */
export const revokeTicket = fromPromise<string, RevokeInput>(async ({ input: { token, key }, signal }) => {
  await forget(token);
  const { sent_to } = await call(tickets.revokeTicket, { params: { reservation_token: token }, key, signal });
  return sent_to;
});
