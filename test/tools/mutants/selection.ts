import * as v from 'valibot';
import { rank } from '../sample.ts';
import type { Mutant } from './operators.ts';

/** The mutants that a run judges; the test runner gets it in the variable `MUTANTS`, set by `npm run tool -- mutants`. */
const Selection = v.object({
  chart: v.optional(v.string()),
  /** How many of them, drawn by the seed; without it all. */
  sample: v.optional(v.number()),
  seed: v.optional(v.number()),
});
export type Selection = v.InferOutput<typeof Selection>;

export const currentMutants: Selection | undefined = process.env.MUTANTS
  ? v.parse(Selection, JSON.parse(process.env.MUTANTS))
  : undefined;

/** The selected ones of all mutants, in their sequence. */
export const selectMutants = (all: readonly Mutant[], { chart, sample, seed = 0 }: Selection): readonly Mutant[] => {
  const some = all.filter((one) => (chart ?? one.chart) === one.chart);
  if (sample === undefined) return some;
  const drawn = some.map((one, index) => ({ one, rank: rank(index, seed) })).toSorted((a, b) => a.rank - b.rank);
  const chosen = new Set(drawn.slice(0, sample).map(({ one }) => one));
  return some.filter((one) => chosen.has(one));
};
