import { rank } from 'ticket-store/test/tools/sample.ts';
import type { Mutant } from './operators.ts';

/** The mutants that a run judges. */
export type Selection = {
  readonly chart?: string | undefined;
  /** How many of them, drawn by the seed; without it all. */
  readonly sample?: number | undefined;
  readonly seed?: number | undefined;
  /** Only those whose name contains one of these. */
  readonly texts?: readonly string[] | undefined;
  /** Every `of`-th of them, from the `part`-th on, so that a long run can be made in pieces. */
  readonly part?: { readonly part: number; readonly of: number } | undefined;
  /** Judges without the properties: by the plan, unhandled events and unreachable transitions alone. */
  readonly noRules?: boolean | undefined;
};

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
