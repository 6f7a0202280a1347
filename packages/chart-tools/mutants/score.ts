import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { machines } from 'ticket-store/machines/index.ts';
import type { Verdict } from './judge.ts';
import { type Mutant, mutantsOf } from './operators.ts';

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

/** A mutant's name and what became of it: `killed by …`, `equal`, `survived`, or the reason why it is no fault. */
type Row = { readonly id: string; readonly verdict: string };

const verdictOf = (one: Judged): string => {
  if (one.killed) return `killed by ${one.killed.by}`;
  return one.isEqual ? 'equal' : (one.reason ?? 'survived');
};
const rowOf = (one: Judged): Row => ({ id: one.mutant.id, verdict: verdictOf(one) });
const chartOf = ({ id }: Row): string => /^[\w-]+/.exec(id)?.[0] ?? '';

const share = (part: number, of: number): string => `${of === 0 ? 100 : Math.floor((part / of) * 1000) / 10} %`;

const lineOf = (name: string, rows: readonly Row[]): string => {
  const killed = rows.filter(({ verdict }) => verdict.startsWith('killed')).length;
  const survived = rows.filter(({ verdict }) => verdict === 'survived').length;
  const real = killed + survived;
  const equal = rows.length - real;
  const moved = rows.filter(({ id, verdict }) => verdict === 'equal' && id.includes(': swap ')).length;
  const equals = `${equal} of ${rows.length} equal (${share(equal, rows.length)})`;
  return `${name}: ${killed} of ${real} killed (${share(killed, real)}), ${equals}, ${moved} of these a sequence`;
};

const textOf = (rows: readonly Row[]): string => {
  const charts = [...new Set(rows.map(chartOf))];
  const survivors = rows.filter(({ verdict }) => verdict === 'survived').map(({ id }) => `  survived: ${id}`);
  const lines = charts.map((chart) =>
    lineOf(
      chart,
      rows.filter((one) => chartOf(one) === chart),
    ),
  );
  return [...lines, lineOf('all charts', rows), ...survivors].join('\n');
};

/** The score by chart and in all, and every survivor. */
export const scoreText = (judged: readonly Judged[]): string => textOf(judged.map(rowOf));

const folderOf = (noRules = false): string => resolve('reports/mutants', ...(noRules ? ['no-rules'] : []));

/** Writes every verdict with its reason to reports/mutants/<name>.tsv and returns the file's path. */
export const writeVerdicts = (name: string, judged: readonly Judged[], noRules?: boolean): string => {
  const folder = folderOf(noRules);
  mkdirSync(folder, { recursive: true });
  const file = resolve(folder, `${name}.tsv`);
  const rows = judged.map((one) => [verdictOf(one), one.mutant.id, one.killed?.why ?? ''].join('\t'));
  writeFileSync(file, `${rows.join('\n')}\n`);
  return file;
};

/** The last verdict on each mutant, by its name. */
const verdictsIn = (folder: string): ReadonlyMap<string, string> => {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.tsv')) : [];
  const changed = (name: string): number => statSync(resolve(folder, name)).mtimeMs;
  return new Map(
    files
      .toSorted((one, other) => changed(one) - changed(other))
      .flatMap((name) => readFileSync(resolve(folder, name), 'utf8').trim().split('\n'))
      .map((line) => line.split('\t'))
      .map(([verdict = '', id = '']) => [id, verdict] as const),
  );
};

const isNoFault = (verdict = ''): boolean => !/^(?:killed|survived|$)/.test(verdict);

/** The score of the last verdict on each mutant that there is; equivalents are those of the runs with properties. */
export const writtenScore = (noRules: boolean): string => {
  const verdicts = verdictsIn(folderOf());
  const judged = noRules ? verdictsIn(folderOf(true)) : verdicts;
  const all = Object.values(machines).flatMap(mutantsOf);
  const rows = all.flatMap(({ id }) => {
    const verdict = isNoFault(verdicts.get(id)) ? verdicts.get(id) : judged.get(id);
    return verdict === undefined || !judged.has(id) ? [] : [{ id, verdict }];
  });
  return `${textOf(rows)}\n${all.length - rows.length} of ${all.length} were not judged`;
};
