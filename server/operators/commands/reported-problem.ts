import { faultOf, type Log } from '#server/core/log.ts';
import { line } from '#server/core/shown.ts';
import { OperatorProblem, type OperatorProblemCode } from '#server/shared/operator-problem.ts';
import { type InputError, Problem, problems } from '#server/shared/problem.ts';
import { databaseProblem } from '#server/web/http/database-problem.ts';
import type { RuleText } from '#src/domain/rules.ts';
import texts from './texts.json' with { type: 'json' };
import { type BilingualText, operatorProblemText } from './texts.ts';

/** A rejected operation, as the endpoints report it. `problem`: the one that visitors can get too. */
export type ReportedProblem = {
  status: number;
  code: string;
  text: BilingualText;
  facts?: Readonly<Record<string, unknown>>;
  problem?: Problem;
};

/** Demands of the rules of the shop's forms, whose messages are ids of texts for visitors. */
const demands: Readonly<Record<RuleText, BilingualText>> = texts.rules;
const isRule = (detail: string): detail is RuleText => Object.hasOwn(demands, detail);

/** Where it was sent, and what is wrong there. */
const errorIn = (lang: keyof BilingualText, { pointer, detail }: InputError): string =>
  line`${pointer.replace(/^#\/?/, '')}: ${isRule(detail) ? demands[detail][lang] : detail}`;

/** Text for an operator about a rejection that visitors can get too, with the wrong fields. */
const problemText = ({ code, extra }: Problem): BilingualText => {
  const detailIn = (lang: keyof BilingualText): string =>
    [
      ...(extra.detail ? [line`${extra.detail}`] : []),
      ...(extra.errors ?? []).map((error) => errorIn(lang, error)),
    ].join('; ');
  const [en, ja] = [detailIn('en'), detailIn('ja')];
  return {
    en: [`${problems[code][1]}.`, en].filter(Boolean).join(' '),
    ja: `受け付けられませんでした（${[code, ja].filter(Boolean).join('：')}）。`,
  };
};

const statuses: Partial<Record<OperatorProblemCode, number>> = { operator_token_required: 401, operator_scope: 403 };

/** Maps an error of an operation to the reported problem, and logs one that went wrong on our side. */
export const reportOf = (error: unknown, log: Log): ReportedProblem => {
  const thrown = databaseProblem(error) ?? error;
  if (thrown instanceof OperatorProblem) {
    const { code, facts } = thrown;
    return { status: statuses[code] ?? 409, code, text: operatorProblemText(thrown), facts };
  }
  const problem = thrown instanceof Problem ? thrown : null;
  const refused = problem
    ? { status: problem.status, code: problem.code, text: problemText(problem), problem }
    : { status: 500, code: 'request_error', text: texts.fault };
  if (refused.status === 500) log('error', 'operator_failed', faultOf(thrown));
  return refused;
};
