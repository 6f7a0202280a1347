import { Problem } from '#server/shared/problem.ts';
import { Refusal } from '#server/shared/refusal.ts';
import { databaseProblem } from '#server/web/http/database-problem.ts';
import type { BilingualText } from './bilingual-text.ts';
import { problemText } from './problem-text.ts';
import { refusalText } from './texts.ts';

/** Why an operation was refused, as the endpoints report it. `problem`: the rejection that visitors can get too. */
export type Refused = {
  status: number;
  code: string;
  text: BilingualText;
  facts?: Readonly<Record<string, unknown>>;
  problem?: Problem;
};

/** Maps an error of an operation to a refusal; null for an error of ours. */
export const refusedBy = (error: unknown): Refused | null => {
  const thrown = databaseProblem(error) ?? error;
  if (thrown instanceof Refusal)
    return { status: 409, code: thrown.code, text: refusalText(thrown), facts: thrown.facts };
  if (!(thrown instanceof Problem)) return null;
  return { status: thrown.status, code: thrown.code, text: problemText(thrown), problem: thrown };
};

/** Something went wrong on our side. */
export const fault: Refused = {
  status: 500,
  code: 'request_error',
  text: { en: 'Something went wrong on our side.', ja: 'サーバー側で問題が発生しました。' },
};
