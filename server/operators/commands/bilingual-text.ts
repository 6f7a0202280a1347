import type { RefusalFacts } from '#server/shared/refusal.ts';

/** A text for operators, in the two languages of the project's own pages. */
export type BilingualText = { en: string; ja: string };

/** Renders a refusal from its details. */
export type RefusalText = (facts: RefusalFacts) => BilingualText;
