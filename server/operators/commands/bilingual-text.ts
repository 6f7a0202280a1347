import type { ProblemFacts } from '#server/shared/operator-problem.ts';

/** A text for operators, in the two languages of the project's own pages. */
export type BilingualText = { en: string; ja: string };

/** Renders a problem from its details. */
export type OperatorProblemText = (facts: ProblemFacts) => BilingualText;
