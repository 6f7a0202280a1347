import * as v from 'valibot';
import { rank } from '../sample.ts';
import type { Mutant } from './operators.ts';

/** The mutants that a run judges; the test runner gets it in the variable `MUTANTS`, set by `npm run tool -- mutants`. */
const Selection = v.object({
  chart: v.optional(v.string()),
  /** How many of them, drawn by the seed; without it all. */
  sample: v.optional(v.number()),
  seed: v.optional(v.number()),
  /** Only those whose name contains one of these. */
  texts: v.optional(v.array(v.string())),
  /** Every `of`-th of them, from the `part`-th on, so that a long run can be made in pieces. */
  part: v.optional(v.object({ part: v.number(), of: v.number() })),
  /** Judges without the properties: by the plan, unhandled events and unreachable transitions alone. */
  noRules: v.optional(v.boolean()),
});
export type Selection = v.InferOutput<typeof Selection>;

export const currentMutants: Selection | undefined = process.env.MUTANTS
  ? v.parse(Selection, JSON.parse(process.env.MUTANTS))
  : undefined;

/** The selected ones of all mutants, in their sequence. */
export const selectMutants = (
  all: readonly Mutant[],
  { chart, sample, seed = 0, part, texts = [''] }: Selection,
): readonly Mutant[] => {
  const ofChart = all.filter(
    (one) => (chart ?? one.chart) === one.chart && texts.some((text) => one.id.includes(text)),
  );
  const some = part ? ofChart.filter((_, at) => at % part.of === part.part - 1) : ofChart;
  if (sample === undefined) return some;
  const drawn = some.map((one, index) => ({ one, rank: rank(index, seed) })).toSorted((a, b) => a.rank - b.rank);
  const chosen = new Set(drawn.slice(0, sample).map(({ one }) => one));
  return some.filter((one) => chosen.has(one));
};
