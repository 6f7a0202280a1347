import { fileURLToPath } from 'node:url';
import { compare, type Difference } from '../diff/compare.ts';
import { chartsAt } from '../diff/revision.ts';
import type { Graph, GraphState, GraphTransition } from '../exports/graph.ts';
import type { Chart, ChartState, ChartTransition } from '../exports/json.ts';
import type { Marks } from '../exports/svg.ts';
import { studioDrawing } from './layout/drawing.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What changed in a chart between two revisions, with both drawings; a drawing is '' where the chart does not exist. */
export type ChartChanges = Pick<Difference, 'chart' | 'kind' | 'changes'> & {
  readonly before: string;
  readonly after: string;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const stateOf = (chart: Chart, state: ChartState): GraphState => ({
  id: state.id,
  key: state.id.split('.').at(-1) ?? state.id,
  parent: state.parent,
  type: state.type,
  initial: chart.states.some(({ initial }) => initial === state.id),
  tags: state.tags,
  description: state.description ?? '',
  screen: textOf(state.meta?.screen),
  child: textOf(state.meta?.child),
  runs: state.invokes.map(({ id }) => id),
});

/** The event's type, from its readable form. */
const typeOf = (event: string): string => {
  const [, kind, actor] = /^(done|error|snapshot)\((.+)\)$/.exec(event) ?? [];
  if (kind === undefined) return event === 'always' ? '' : event;
  return `xstate.${kind}.${kind === 'snapshot' ? '' : 'actor.'}${actor}`;
};

const transitionOf = (t: ChartTransition): GraphTransition => ({
  id: t.id,
  source: t.source,
  type: typeOf(t.event),
  index: Number(/\[(\d+)\]$/.exec(t.id)?.[1] ?? 0),
  event: t.event,
  guard: t.guard ?? '',
  targets: t.targets,
  actions: t.actions,
  inPlace: t.targets.every((target) => target === t.source && !t.reenter),
  forbidden: t.ignored,
});

const drawn = async (chart: Chart | undefined, marks: Marks): Promise<string> => {
  if (!chart) return '';
  const states = chart.states.map((state) => stateOf(chart, state));
  const graph: Graph = { id: chart.chart, states, transitions: chart.transitions.map(transitionOf) };
  return studioDrawing(graph, marks);
};

/** The charts that differ between a revision and the working files. Throws if git does not know the revision. */
export const changesSince = async (revision: string): Promise<ChartChanges[]> => {
  const [before, after] = [await chartsAt(revision, root), await chartsAt(null, root)];
  return Promise.all(
    compare(before, after).map(async ({ chart, kind, changes }) => {
      const marks: Marks = new Map(changes.map((change) => [change.id, change.kind]));
      const [was, is] = [before, after].map((charts) => charts.find((one) => one.chart === chart));
      return { chart, kind, changes, before: await drawn(was, marks), after: await drawn(is, marks) };
    }),
  );
};
