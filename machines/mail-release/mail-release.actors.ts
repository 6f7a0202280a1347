import { fromPromise } from 'xstate';
import { call } from '#src/api/call.ts';
import { getMailMagazine, putMailMagazine } from '#src/api/contract/tickets.ts';
import type { Magazine, ReleaseInput } from './mail-release.types.ts';

/** The subscription behind the token of a mail's link. Throws Failure: token_not_found. */
export const readMagazine = fromPromise<Magazine, { token: string }>(async ({ input, signal }) => {
  return call(getMailMagazine, { params: { id: input.token }, signal });
});

/** Ends the subscription; ending it again changes nothing. Throws Failure: token_not_found. */
export const stopMagazine = fromPromise<Magazine, ReleaseInput>(async ({ input, signal }) => {
  return call(putMailMagazine, { params: { id: input.token }, key: input.key, signal });
});

/** Begins the subscription again. Throws Failure: token_not_found. */
export const resumeMagazine = fromPromise<Magazine, ReleaseInput>(async ({ input, signal }) => {
  return call(putMailMagazine, { params: { id: input.token }, query: { is_active: 'true' }, key: input.key, signal });
});
