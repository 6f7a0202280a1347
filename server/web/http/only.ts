import { Problem } from '#server/shared/problem.ts';

/** Answers the other methods of an address. */
export const only = (allow: string) => (): never => {
  throw new Problem('bad_request', { status: 405, detail: `Only ${allow}.`, headers: { allow } });
};
