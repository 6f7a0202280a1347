import type { Exclusion } from '#test/tools/explore/coverage.ts';

/** The reviewed list of transitions that walks may leave out, each with its issue and the reason. */
export const exclusions: readonly Exclusion[] = [];
