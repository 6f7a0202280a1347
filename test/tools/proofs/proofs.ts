import { alg, Graph } from '@dagrejs/graphlib';
import type { Chart, ChartTransition } from '../exports/json.ts';
import type { Composition } from './graph.ts';
import { read } from './leaf.ts';

/**
 * Proofs about the exported charts. Guards are assumed to be possible here; the walks, which run the charts, show that one branch
 * is always enabled. Reachability is computed by an independent graph library.
 */

const reverse = (graph: Graph): Graph => {
  const other = new Graph();
  for (const node of graph.nodes()) other.setNode(node);
  for (const { v, w } of graph.edges()) other.setEdge(w, v);
  return other;
};

/** Everything reachable from the start. */
export const reached = ({ graph, start }: Composition): Set<string> => new Set(alg.preorder(graph, [start]));

/** Nodes from which any of the goals can be reached. */
const canReach = ({ graph }: Composition, goals: readonly string[]): Set<string> =>
  new Set(goals.length > 0 ? alg.preorder(reverse(graph), [...goals]) : []);

/** Whether a position is another one, or below it. */
export const isWithin = (path: string, under: string) => path === under || path.startsWith(`${under}/`);

/** A line for each node at or below a position from which no other node is reachable. */
export const deadEnds = (composition: Composition, under: string): string[] =>
  [...composition.spots].flatMap(([name, { path }]) => {
    if (!isWithin(path, under)) return [];
    const further = alg.preorder(composition.graph, [name]).filter((one) => one !== name && composition.spots.has(one));
    return further.length > 0 ? [] : [`${name} is a dead end`];
  });

/** A line for each of these nodes from which none of the screens is reachable. */
export const strays = (composition: Composition, screens: readonly string[], from: Iterable<string>): string[] => {
  const isGoal = (screen: string | null) => screen !== null && screens.includes(screen);
  const goals = [...composition.spots].flatMap(([name, { screen }]) => (isGoal(screen) ? [name] : []));
  const sound = canReach(composition, goals);
  return [...from].filter((name) => !sound.has(name)).map((name) => `${name} reaches none of ${screens.join(', ')}`);
};

/** A line for each screen that is never shown. */
export const unseen = (composition: Composition, screens: readonly string[]): string[] => {
  const shown = new Set([...reached(composition)].map((name) => composition.spots.get(name)?.screen));
  return screens.filter((screen) => !shown.has(screen)).map((screen) => `${screen} is never shown`);
};

/** Unguarded `always`, snapshots of a child, and world events, which are named in the past (docs/charts.md#names). */
const isSpontaneous = ({ event, guard }: ChartTransition): boolean =>
  event === 'always' ? guard === null : event.startsWith('snapshot(') || /\.(\w+ed|left|lost)$/.test(event);

/**
 * A line for each result that a pending state awaits but does not handle. An unhandled error stops a chart, an unhandled result
 * leaves the visitor waiting.
 */
export const unheard = (chart: Chart): string[] => {
  const { leaves, ancestry, takes } = read(chart);
  return leaves.flatMap(({ id, tags, invokes }) => {
    if (![...tags, ...ancestry(id).flatMap((state) => state.tags)].includes('pending')) return [];
    const handled = takes(id);
    const ends = invokes.flatMap((run) =>
      // A timer cannot fail.
      run.chart === null && run.runs !== 'wait' ? [`done(${run.id})`, `error(${run.id})`] : [`done(${run.id})`],
    );
    const awaited = ends
      .filter((event) => !handled.some((t) => t.event === event && t.guard === null))
      .map((event) => `${id} does not hear every ${event}`);
    const canContinue = ends.length > 0 || handled.some((t) => t.targets.length > 0 && isSpontaneous(t));
    return canContinue ? awaited : [`${id} is pending and awaits nothing`];
  });
};
