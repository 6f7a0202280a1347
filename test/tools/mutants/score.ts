import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Verdict } from './judge.ts';
import type { Mutant } from './operators.ts';

/** The result of judging mutants, and its report. */

export type Judged = {
  readonly mutant: Mutant;
  readonly killed: Verdict['killed'];
  /** It survived, and no walk shows a difference to the chart as it is. */
  readonly isEqual: boolean;
  /** It survived, and the reviewed list says why it is no fault. */
  readonly reason: string | undefined;
};

export const isSurvivor = ({ killed, isEqual, reason }: Judged): boolean =>
  killed === null && !isEqual && reason === undefined;

const share = (part: number, of: number): string => `${of === 0 ? 100 : Math.floor((part / of) * 1000) / 10} %`;

const lineOf = (name: string, rows: readonly Judged[]): string => {
  const killed = rows.filter((one) => one.killed).length;
  const equal = rows.filter((one) => !one.killed && !isSurvivor(one)).length;
  const real = rows.length - equal;
  const moved = rows.filter((one) => one.isEqual && one.mutant.operator.startsWith('swap')).length;
  const equals = `${equal} of ${rows.length} equal (${share(equal, rows.length)})`;
  return `${name}: ${killed} of ${real} killed (${share(killed, real)}), ${equals}, ${moved} of these a sequence`;
};

/** The score by chart and in all, and every survivor. */
export const scoreText = (judged: readonly Judged[]): string => {
  const charts = [...new Set(judged.map(({ mutant }) => mutant.chart))];
  const survivors = judged.filter(isSurvivor).map(({ mutant }) => `  survived: ${mutant.id}`);
  return [
    ...charts.map((chart) =>
      lineOf(
        chart,
        judged.filter(({ mutant }) => mutant.chart === chart),
      ),
    ),
    lineOf('all charts', judged),
    ...survivors,
  ].join('\n');
};

/** Writes every verdict with its reason to reports/mutants/<name>.tsv and returns the file's path. */
export const writeVerdicts = (name: string, judged: readonly Judged[]): string => {
  const folder = resolve('reports/mutants');
  mkdirSync(folder, { recursive: true });
  const file = resolve(folder, `${name}.tsv`);
  const rows = judged.map(({ mutant, killed, isEqual, reason }) =>
    [killed ? `killed by ${killed.by}` : isEqual ? 'equal' : (reason ?? 'survived'), mutant.id, killed?.why ?? ''].join(
      '\t',
    ),
  );
  writeFileSync(file, `${rows.join('\n')}\n`);
  return file;
};
