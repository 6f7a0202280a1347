import { fromPromise } from 'xstate';
import type { Magazine, ReleaseInput } from './mail-release.types.ts';

const line = async () => {
  const [{ call }, magazines] = await Promise.all([
    import('#src/api/call.ts'),
    import('#src/api/contract/mailmagazines.ts'),
  ]);
  return { call, ...magazines };
};

/** In: the token of a mail's link. Out: where the mail magazine goes, and whether it still does. Throws Failure: token_not_found. */
export const readMagazine = fromPromise<Magazine, { token: string }>(async ({ input, signal }) => {
  const { call, getMailMagazine } = await line();
  return call(getMailMagazine, { params: { id: input.token }, signal });
});

/** Stops it; what is stopped stays so. Throws Failure: token_not_found. */
export const stopMagazine = fromPromise<Magazine, ReleaseInput>(async ({ input, signal }) => {
  const { call, putMailMagazine } = await line();
  return call(putMailMagazine, { params: { id: input.token }, key: input.key, signal });
});
