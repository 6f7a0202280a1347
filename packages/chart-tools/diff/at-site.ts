import { machines } from 'ticket-store/machines/index.ts';
import { rulesOf, type SiteCode } from 'ticket-store/src/domain/site.ts';
import { plans } from 'ticket-store/test/paths/plans.ts';
import { settingsOf } from 'ticket-store/test/tools/example-sites.ts';
import { journeys } from '../explore/compose.ts';
import { type Chart, chartOf } from '../exports/json.ts';

/** These states with their ancestors and their initial child states. */
const closed = (chart: Chart, reached: ReadonlySet<string>): Set<string> => {
  const all = new Set(reached);
  const states = new Map(chart.states.map((state) => [state.id, state]));
  for (const id of all) {
    const state = states.get(id);
    if (state?.parent) all.add(state.parent);
    if (state?.initial) all.add(state.initial);
  }
  return all;
};

/** Of every chart, the part that is reachable by a site's rules, found by executing the charts (explore/). */
export const chartsOfSite = async (site: SiteCode): Promise<Chart[]> => {
  const { inputs: _, ...app } = plans.app;
  const input = { site: rulesOf(await settingsOf(site)), lang: 'ja', seed: 'seed' };
  const posts = journeys(machines.app, { ...plans, app: { ...app, inputs: [input] } }, () => []);
  return Object.values(machines).map((machine) => {
    const chart = chartOf(machine);
    const models = posts.filter(({ model }) => model.machine.id === machine.id).map(({ model }) => model);
    const taken = new Set(models.flatMap((model) => [...model.taken]));
    const transitions = chart.transitions.filter(({ id }) => taken.has(id));
    const visited = models.flatMap((model) => [...model.states.values()].flatMap(({ spot }) => spot.snapshot._nodes));
    const passed = transitions.flatMap(({ source, targets }) => [source, ...targets]);
    const reached = closed(chart, new Set([...visited.map(({ id }: { id: string }) => id), ...passed]));
    return { ...chart, states: chart.states.filter(({ id }) => reached.has(id)), transitions };
  });
};
