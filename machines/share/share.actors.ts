import { fromPromise } from 'xstate';
import { call } from '#src/api/call.ts';
import * as tickets from '#src/api/contract/tickets.ts';
import { forget } from '#src/api/stored-tickets.ts';
import type { WriteInput } from './share.types.ts';

/* Both writes change which link has the entry code, so the copy of the ticket for offline use is deleted first. */

/** Shares a ticket by a separate link. Throws Failure: `cannot_change_ticket` when it was used, sent or moved. */
export const shareTicket = fromPromise<unknown, WriteInput>(async ({ input: { token, key }, signal }) => {
  await forget(token);
  return call(tickets.shareTicket, { params: { reservation_token: token }, key, signal });
});

/** Takes a shared ticket back. Throws Failure: `cannot_change_ticket` once it was used. */
export const stopSharing = fromPromise<unknown, WriteInput>(async ({ input: { token, key }, signal }) => {
  await forget(token);
  return call(tickets.stopSharing, { params: { reservation_token: token }, key, signal });
});
