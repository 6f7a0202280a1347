import type { Verdict } from './judge.ts';
import type { Mutant } from './operators.ts';

/** The result of judging mutants, and its report. */

export type Judged = {
  readonly mutant: Mutant;
  readonly killed: Verdict['killed'];
  /** It survived, and no walk shows a difference to the chart as it is. */
  readonly isEqual: boolean;
};

export const isSurvivor = ({ killed, isEqual }: Judged): boolean => killed === null && !isEqual;

const lineOf = (name: string, rows: readonly Judged[]): string => {
  const killed = rows.filter((one) => one.killed !== null).length;
  const real = killed + rows.filter(isSurvivor).length;
  return `${name}: ${killed} of ${real} killed, ${rows.length - real} equal`;
};

/** The score by chart and in all, and every survivor. */
export const scoreText = (judged: readonly Judged[]): string =>
  [
    ...[...Map.groupBy(judged, ({ mutant }) => mutant.chart)].map(([chart, rows]) => lineOf(chart, rows)),
    lineOf('all charts', judged),
    ...judged.filter(isSurvivor).map(({ mutant }) => `  survived: ${mutant.id}`),
  ].join('\n');
