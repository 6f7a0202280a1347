import { OperatorProblem, type OperatorProblemCode } from '#server/shared/operator-problem.ts';
import { Problem } from '#server/shared/problem.ts';
import { databaseProblem } from '#server/web/http/database-problem.ts';
import type { BilingualText } from './bilingual-text.ts';
import { problemText } from './problem-text.ts';
import texts from './texts.json' with { type: 'json' };
import { operatorProblemText } from './texts.ts';

/** A rejected operation, as the endpoints report it. `problem`: the one that visitors can get too. */
export type ReportedProblem = {
  status: number;
  code: string;
  text: BilingualText;
  facts?: Readonly<Record<string, unknown>>;
  problem?: Problem;
};

const statuses: Partial<Record<OperatorProblemCode, number>> = { operator_token_required: 401, operator_scope: 403 };

/** Maps an error of an operation to the reported problem; null for a bug. */
export const reportOf = (error: unknown): ReportedProblem | null => {
  const thrown = databaseProblem(error) ?? error;
  if (thrown instanceof OperatorProblem)
    return {
      status: statuses[thrown.code] ?? 409,
      code: thrown.code,
      text: operatorProblemText(thrown),
      facts: thrown.facts,
    };
  if (!(thrown instanceof Problem)) return null;
  return { status: thrown.status, code: thrown.code, text: problemText(thrown), problem: thrown };
};

/** Something went wrong on our side. */
export const fault: ReportedProblem = {
  status: 500,
  code: 'request_error',
  text: texts.fault,
};
