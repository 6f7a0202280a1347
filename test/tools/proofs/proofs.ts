import { alg, Graph } from '@dagrejs/graphlib';
import type { Chart, ChartTransition } from '../exports/json.ts';
import type { Whole } from './graph.ts';
import { read } from './leaf.ts';

/**
 * What is proved of the exported charts. Guards are taken as free here; that they leave a way is shown by the walks, which
 * run the charts. The questions of reaching are answered by a graph program that is not ours.
 */

const turned = (graph: Graph): Graph => {
  const other = new Graph();
  for (const node of graph.nodes()) other.setNode(node);
  for (const { v, w } of graph.edges()) other.setEdge(w, v);
  return other;
};

/** What the store can come to at all, from its start. */
export const reached = ({ graph, start }: Whole): Set<string> => new Set(alg.preorder(graph, [start]));

/** Spots that can come to any of the goals. */
const canReach = ({ graph }: Whole, goals: readonly string[]): Set<string> =>
  new Set(goals.length > 0 ? alg.preorder(turned(graph), [...goals]) : []);

/** Whether a place is another, or below it. */
export const isWithin = (place: string, under: string) => place === under || place.startsWith(`${under}/`);

/** In: the whole, a place. Out: a line for each spot at or below it from which no other is reached. */
export const deadEnds = (whole: Whole, under: string): string[] =>
  [...whole.spots].flatMap(([name, { place }]) => {
    if (!isWithin(place, under)) return [];
    const further = alg.preorder(whole.graph, [name]).filter((one) => one !== name && whole.spots.has(one));
    return further.length > 0 ? [] : [`${name} is a dead end`];
  });

/**
 * In: the whole, screens, spots of it. Out: a line for each spot from which none of the screens is reached.
 */
export const strays = (whole: Whole, screens: readonly string[], from: Iterable<string>): string[] => {
  const isGoal = (screen: string | null) => screen !== null && screens.includes(screen);
  const goals = [...whole.spots].flatMap(([name, { screen }]) => (isGoal(screen) ? [name] : []));
  const sound = canReach(whole, goals);
  return [...from].filter((name) => !sound.has(name)).map((name) => `${name} reaches none of ${screens.join(', ')}`);
};

/** In: the whole, the screens there are. Out: a line for each that is never shown. */
export const unseen = (whole: Whole, screens: readonly string[]): string[] => {
  const shown = new Set([...reached(whole)].map((name) => whole.spots.get(name)?.screen));
  return screens.filter((screen) => !shown.has(screen)).map((screen) => `${screen} is never shown`);
};

/** Open `always`, what is seen of a child, and events of the world, which are named in the past (docs/charts.md#names). */
const comesByItself = ({ event, guard }: ChartTransition): boolean =>
  event === 'always' ? guard === null : event.startsWith('snapshot(') || /\.(\w+ed|left|lost)$/.test(event);

/**
 * In: an exported chart. Out: a line for each answer that a pending state awaits and does not hear, whichever way it ends: an unheard
 * error ends a chart, an unheard answer leaves the visitor waiting.
 */
export const unheard = (chart: Chart): string[] => {
  const { leaves, around, takes } = read(chart);
  return leaves.flatMap(({ id, tags, invokes }) => {
    if (![...tags, ...around(id).flatMap((state) => state.tags)].includes('pending')) return [];
    const heard = takes(id);
    const ends = invokes.flatMap((run) =>
      // a timer cannot fail
      run.chart === null && run.runs !== 'wait' ? [`done(${run.id})`, `error(${run.id})`] : [`done(${run.id})`],
    );
    const awaited = ends
      .filter((event) => !heard.some((t) => t.event === event && t.guard === null))
      .map((event) => `${id} does not hear every ${event}`);
    const goesOn = ends.length > 0 || heard.some((t) => t.targets.length > 0 && comesByItself(t));
    return goesOn ? awaited : [`${id} is pending and awaits nothing`];
  });
};
