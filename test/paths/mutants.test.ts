import { describe, expect, it } from 'vitest';
import { type MachineName, machines } from '#machines/index.ts';
import { planted, withConfig } from '#test/tools/mutants/config.ts';
import { areEqual } from '#test/tools/mutants/equal.ts';
import { judge, type Situation } from '#test/tools/mutants/judge.ts';
import { type Mutant, mutantsOf } from '#test/tools/mutants/operators.ts';
import { isSurvivor, type Judged, scoreText, writeVerdicts } from '#test/tools/mutants/score.ts';
import { currentMutants, selectMutants } from '#test/tools/mutants/selection.ts';
import { seed } from '#test/tools/sample.ts';
import { equivalents } from './mutants/equivalents.ts';
import { situationOf } from './mutants/situations.ts';

const isChart = (name: string): name is MachineName => name in machines;
const charts = Object.keys(machines).filter(isChart);
const all = charts.flatMap((chart) => mutantsOf(machines[chart]));

/** How many of them a run without FULL=1 judges. */
const few = 8;
/** The share that has to be noticed. A sample is small, so its bar leaves room for chance. */
const bar = process.env.FULL ? 0.95 : 0.75;
const selection = currentMutants ?? (process.env.FULL ? {} : { sample: few, seed });
const mutants = selectMutants(all, selection);

const situations = new Map<
  MachineName,
  Promise<Situation & { readonly journeys: Awaited<ReturnType<typeof judge>>['journeys'] }>
>();

/** A chart's situation, in which the chart as it is must go by. */
const controlOf = (chart: MachineName) => {
  const known = situations.get(chart);
  if (known) return known;
  const situation = { ...situationOf(chart), noRules: selection.noRules };
  const control = judge(machines.app, chart, situation).then(({ killed, journeys }) => {
    expect(killed?.why ?? null, `${chart} as it is`).toBeNull();
    return { ...situation, journeys };
  });
  situations.set(chart, control);
  return control;
};

const judgeOne = async (mutant: Mutant): Promise<Judged> => {
  if (!isChart(mutant.chart)) throw new Error(`There is no chart ${mutant.chart}.`);
  const control = await controlOf(mutant.chart);
  const tree = planted(machines.app, withConfig(machines[mutant.chart], mutant.config()));
  const { killed, journeys } = await judge(tree, mutant.chart, control);
  const isEqual = killed === null && areEqual(machines.app, tree, [...journeys, ...control.journeys]);
  return { mutant, killed, isEqual, reason: equivalents[mutant.id] };
};

describe('the charts with a fault', () => {
  it('have mutants of different names', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  it('are noticed by walks that are planned from them', async () => {
    const judged: Judged[] = [];
    for (const mutant of mutants) judged.push(await judgeOne(mutant));
    const drawn = selection.sample === undefined ? 'all mutants' : `${mutants.length} of ${all.length} mutants, drawn`;
    const again = `npm run tool -- mutants --sample ${selection.sample ?? all.length} --seed ${selection.seed ?? 0}`;
    const piece = selection.part
      ? ` ${selection.part.part} of ${selection.part.of}`
      : ` ${selection.texts?.join(' ').replaceAll(/\W+/g, ' ').slice(0, 80) ?? ''}`;
    const file = writeVerdicts(`${selection.chart ?? 'all'}${piece}`, judged, selection.noRules);
    console.log(`${drawn}: ${again}\n${scoreText(judged)}\n${file}`);
    const real = judged.filter((one) => one.killed !== null || isSurvivor(one));
    const killed = real.filter((one) => one.killed !== null).length;
    if (selection.noRules) return;
    expect(killed / Math.max(1, real.length), 'share of faults that are noticed').toBeGreaterThanOrEqual(bar);
    const stale = judged.filter((one) => one.reason !== undefined && (one.killed !== null || one.isEqual));
    expect(
      stale.map(({ mutant: { id } }) => id),
      'reasons that are stale',
    ).toEqual([]);
  });

  it('are all in the lists that name them', () => {
    const known = new Set(all.map(({ id }) => id));
    expect(Object.keys(equivalents).filter((id) => !known.has(id))).toEqual([]);
  });
});
