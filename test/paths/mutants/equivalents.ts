/**
 * The reviewed list of mutants that are no fault although a walk shows a difference, each with the reason. A row whose mutant is
 * killed, equal on all walks or gone fails.
 */
export const equivalents: Readonly<Record<string, string>> = {};
