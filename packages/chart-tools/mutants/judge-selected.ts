import { type MachineName, machines } from 'ticket-store/machines/index.ts';
import { equivalents } from 'ticket-store/test/paths/mutants/equivalents.ts';
import { situationOf } from 'ticket-store/test/paths/mutants/situations.ts';
import { planted, withConfig } from './config.ts';
import { areEqual } from './equal.ts';
import { judge, type Situation, type Verdict } from './judge.ts';
import { mutantsOf } from './operators.ts';
import type { Judged } from './score.ts';
import { type Selection, selectMutants } from './selection.ts';

const isChart = (name: string): name is MachineName => name in machines;

/** Every fault that the operators can make in any chart. */
export const allMutants = Object.keys(machines)
  .filter(isChart)
  .flatMap((chart) => mutantsOf(machines[chart]));

type Control = Situation & Pick<Verdict, 'journeys'>;

/** A chart's situation with its own walks. Throws if the chart as it is does not go by. */
const controlOf = async (chart: MachineName, rest: Pick<Situation, 'noRules' | 'isBrief'>): Promise<Control> => {
  const situation = { ...situationOf(chart), noRules: rest.noRules };
  const { killed, journeys } = await judge(machines.app, chart, { ...situation, ...rest });
  if (killed) throw new Error(`${chart} as it is: ${killed.why}`);
  return { ...situation, journeys };
};

/** Judges the selected mutants one by one, each chart's own walks first: in a sample the few over every transition. */
export async function* judgeSelected(selection: Selection): AsyncGenerator<Judged> {
  const { noRules, sample } = selection;
  const controls = new Map<string, Control>();
  const control = async (chart: MachineName, isBrief: boolean): Promise<Control> => {
    const name = `${chart} ${isBrief}`;
    const known = controls.get(name) ?? (await controlOf(chart, { noRules, isBrief }));
    controls.set(name, known);
    return known;
  };
  for (const mutant of selectMutants(allMutants, selection)) {
    const { chart } = mutant;
    if (!isChart(chart)) throw new Error(`There is no chart ${chart}.`);
    const tree = planted(machines.app, withConfig(machines[chart], mutant.config()));
    const { killed, journeys } = await judge(tree, chart, await control(chart, sample !== undefined));
    // What is equal does not depend on the properties: the report takes it from a run with them.
    const isEqual =
      !noRules &&
      killed === null &&
      areEqual(machines.app, tree, [...journeys, ...(await control(chart, false)).journeys]);
    yield { mutant, killed, isEqual, reason: equivalents[mutant.id] };
  }
}
