import { type MachineName, machines } from 'ticket-store/machines/index.ts';
import { situationOf } from 'ticket-store/test/paths/mutants/situations.ts';
import { rank } from 'ticket-store/test/tools/sample.ts';
import { planted, withConfig } from './config.ts';
import { areEqual } from './equal.ts';
import { judge, type Situation, type Verdict } from './judge.ts';
import { type Mutant, mutantsOf } from './operators.ts';
import type { Judged } from './score.ts';

const isChart = (name: string): name is MachineName => name in machines;

/** Every fault that the operators can make in any chart. */
export const allMutants = Object.keys(machines)
  .filter(isChart)
  .flatMap((chart) => mutantsOf(machines[chart]));

/** The mutants that a run judges: of those whose name contains `only` all, or a sample drawn by the seed. */
type Selection = { readonly sample?: number; readonly seed?: number; readonly only?: string };

const selectMutants = ({ sample, seed = 0, only = '' }: Selection): readonly Mutant[] => {
  // The plan for mutants of the app does not lead to a change of date that is paid; the lanes' own walks do.
  const some = allMutants.filter(({ id }) => id.includes(only));
  if (sample === undefined) return some;
  const drawn = some.map((one, index) => ({ one, rank: rank(index, seed) })).toSorted((a, b) => a.rank - b.rank);
  const chosen = new Set(drawn.slice(0, sample).map(({ one }) => one));
  return some.filter((one) => chosen.has(one));
};

type Control = Situation & Pick<Verdict, 'journeys'>;

/** A chart's situation with its own walks. Throws if the chart as it is does not go by. */
const controlOf = async (chart: MachineName, isBrief: boolean): Promise<Control> => {
  const situation = situationOf(chart);
  const { killed, journeys } = await judge(machines.app, chart, { ...situation, isBrief });
  if (killed) throw new Error(`${chart} as it is: ${killed.why}`);
  return { ...situation, journeys };
};

/** Judges the selected mutants one by one, each chart's own walks first: in a sample the few over every transition. */
export async function* judgeSelected(selection: Selection): AsyncGenerator<Judged> {
  const controls = new Map<string, Control>();
  const control = async (chart: MachineName, isBrief: boolean): Promise<Control> => {
    const name = `${chart} ${isBrief}`;
    const known = controls.get(name) ?? (await controlOf(chart, isBrief));
    controls.set(name, known);
    return known;
  };
  for (const mutant of selectMutants(selection)) {
    const { chart } = mutant;
    if (!isChart(chart)) throw new Error(`There is no chart ${chart}.`);
    const tree = planted(machines.app, withConfig(machines[chart], mutant.config()));
    const { killed, journeys } = await judge(tree, chart, await control(chart, selection.sample !== undefined));
    const isEqual =
      killed === null && areEqual(machines.app, tree, [...journeys, ...(await control(chart, false)).journeys]);
    yield { mutant, killed, isEqual };
  }
}
