import { Problem } from '#server/shared/problem.ts';

/** Answers other methods of an address that browsers open. */
export const onlyGet = (): never => {
  throw new Problem('bad_request', { status: 405, detail: 'Only GET.', headers: { allow: 'GET' } });
};
