import texts from './operator-problems.json' with { type: 'json' };

/** Why an operator's command was rejected (docs/operations.md#operators-api). */
export type OperatorProblemCode = keyof typeof texts;

/** Details of a problem by name: times as ISO 8601, a number, names of fields. */
export type ProblemFacts = Readonly<Record<string, string>>;

/** The `Problem` of operators: thrown by their commands to reject one, with its text, which names facts in braces. */
export class OperatorProblem extends Error {
  readonly code: OperatorProblemCode;
  readonly facts: ProblemFacts;
  readonly text: { en: string; ja: string };
  constructor(code: OperatorProblemCode, facts: ProblemFacts = {}) {
    super(code);
    this.name = 'OperatorProblem';
    this.code = code;
    this.facts = facts;
    this.text = texts[code];
  }
}
