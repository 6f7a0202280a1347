import { Graph } from '@dagrejs/graphlib';
import type { Chart, ChartState, ChartTransition } from '../exports/json.ts';
import { answerIn, isFailure, isRaised, type Read, read } from './leaf.ts';

/** A leaf state of a chart at its position in the actor tree. */
export type Spot = {
  readonly path: string;
  readonly leaf: ChartState;
  readonly tags: readonly string[];
  /** The screen it shows; null if it shows a child, or if nothing of it is visible. */
  readonly screen: string | null;
};

/**
 * All charts composed into one graph: entering a leaf starts the children it invokes, a child's final state leads on by its
 * parent's `done(child)`, and in any state of a child its parents may move. `failed` are the nodes entered, or stayed in, because
 * of a failure.
 */
export type Composition = {
  readonly graph: Graph;
  readonly spots: ReadonlyMap<string, Spot>;
  readonly start: string;
  readonly failed: ReadonlySet<string>;
};

const childOf = (state: ChartState): string | null => (typeof state.meta?.child === 'string' ? state.meta.child : null);
const screenIn = (state: ChartState): string | null =>
  typeof state.meta?.screen === 'string' ? state.meta.screen : null;

type Edge = { readonly from: string; readonly to: string; readonly failing: boolean };
type InvokedChart = {
  readonly path: string;
  readonly chart: Read;
  readonly shown: boolean;
  readonly above: Above | null;
};
/** The position from which a chart is invoked: the invoke's id, and the leaves that have it. */
type Above = { readonly node: InvokedChart; readonly id: string; readonly leaves: readonly ChartState[] };

const nameOf = ({ path }: InvokedChart, leaf: string) => `${path}: ${leaf}`;
/** A leaf whose children are already running: leaving from there does not start them again. */
const meanwhile = (node: InvokedChart, leaf: string) => `${nameOf(node, leaf)} (meanwhile)`;

/** Every chart at its position, from the root down. */
const chartsBelow = (node: InvokedChart, charts: ReadonlyMap<string, Read>): InvokedChart[] => {
  const { chart, path } = node;
  const runs = new Map(chart.chart.states.flatMap(({ invokes }) => invokes).map((run) => [run.id, run.chart]));
  const below = [...runs].flatMap(([id, name]): InvokedChart[] => {
    const own = name === null ? undefined : charts.get(name);
    if (own === undefined) return [];
    const leaves = chart.leaves.filter(({ id: leaf }) =>
      chart.ancestry(leaf).some(({ invokes }) => invokes.some((run) => run.id === id)),
    );
    const shown = node.shown && leaves.some(({ id: leaf }) => chart.ancestry(leaf).some((one) => childOf(one) === id));
    return chartsBelow({ path: `${path}/${id}`, chart: own, shown, above: { node, id, leaves } }, charts);
  });
  return [node, ...below];
};

/** Whether an event can reach a leaf from outside: not raised events, ends of child charts, or ends of actors that do not run. */
const isFree = (chart: Read, leaf: string, event: string): boolean => {
  if (isRaised(event)) return false;
  const answer = answerIn(event);
  if (answer === null) return true;
  const running = chart.ancestry(leaf).flatMap(({ invokes }) => invokes);
  const run = running.find(({ id }) => id === answer.actor);
  if (run !== undefined) return run.chart === null || answer.kind === 'snapshot';
  // Spawned actors belong to no state and may end at any time.
  return !chart.chart.states.some(({ invokes }) => invokes.some(({ id }) => id === answer.actor));
};

type Step = { readonly to: string; readonly failing: boolean };

/** Where a transition leads from a leaf; one that raises a failure leads where that failure is handled. */
const stepsOf = (chart: Read, leaf: string, t: ChartTransition): Step[] => {
  const to = t.targets.map((target) =>
    target === t.source && !t.reenter && target === leaf ? leaf : chart.enters(target),
  );
  const arrived = to.length > 0 ? to : [leaf];
  const failing = isFailure(t.event);
  if (!t.actions.some((action) => action in chart.chart.raises)) return arrived.map((one) => ({ to: one, failing }));
  const raised = arrived.flatMap((one) =>
    chart
      .takes(one)
      .filter(({ event }) => isRaised(event))
      .flatMap((next) => stepsOf(chart, one, next)),
  );
  return [...arrived.map((one) => ({ to: one, failing })), ...raised.map((step) => ({ ...step, failing: true }))];
};

const ownEdges = (node: InvokedChart, without: readonly string[]): Edge[] =>
  node.chart.leaves.flatMap(({ id }) => {
    const free = node.chart.takes(id).filter(({ event }) => isFree(node.chart, id, event) && !without.includes(event));
    const steps = free.flatMap((t) => stepsOf(node.chart, id, t));
    return [nameOf(node, id), meanwhile(node, id)].flatMap((from) =>
      steps
        .filter(({ to, failing }) => to !== id || failing)
        .map(({ to, failing }) => ({ from, to: nameOf(node, to), failing })),
    );
  });

/** A child starts with the leaf that invokes it; its end is its parent's `done`; while it runs, its parent may move. */
const edgesToAbove = ({ above, ...child }: InvokedChart): Edge[] => {
  if (above === null) return [];
  const { node, id, leaves } = above;
  const own = { ...child, above };
  const begin = nameOf(own, child.chart.enters(child.chart.chart.chart));
  return leaves.flatMap(({ id: leaf }) => {
    const ends = node.chart.takes(leaf).filter(({ event }) => event === `done(${id})`);
    const steps = ends.flatMap((t) => stepsOf(node.chart, leaf, t));
    return [
      { from: nameOf(node, leaf), to: begin, failing: false },
      ...child.chart.leaves.flatMap((inner): Edge[] => {
        const from = nameOf(own, inner.id);
        if (inner.type === 'final') return steps.map(({ to, failing }) => ({ from, to: nameOf(node, to), failing }));
        return [from, meanwhile(own, inner.id)].map((one) => ({
          from: one,
          to: meanwhile(node, leaf),
          failing: false,
        }));
      }),
    ];
  });
};

/** The nodes entered by a failure, and those to which a child's failed end leads. */
const failedIn = (edges: readonly Edge[], spots: ReadonlyMap<string, Spot>): Set<string> => {
  const failed = new Set(edges.flatMap(({ to, failing }) => (failing ? [to] : [])));
  for (const spot of failed) {
    if (spots.get(spot)?.leaf.type !== 'final') continue;
    for (const { from, to } of edges) if (from === spot) failed.add(to);
  }
  return failed;
};

/** Composes exported charts under the chart `top`; the events in `without` are never sent. Throws if there is no such chart. */
export const compose = (charts: readonly Chart[], top: string, without: readonly string[] = []): Composition => {
  const all = new Map(charts.map((chart) => [chart.chart, read(chart)]));
  const root = all.get(top);
  if (root === undefined) throw new Error(`there is no chart ${top}`);
  const invoked = chartsBelow({ path: top, chart: root, shown: true, above: null }, all);
  const spots = new Map<string, Spot>();
  for (const node of invoked) {
    for (const leaf of node.chart.leaves) {
      const ancestry = node.chart.ancestry(leaf.id);
      const screen = ancestry.flatMap((state) => screenIn(state) ?? [])[0] ?? null;
      const tags = ancestry.flatMap((state) => state.tags);
      spots.set(nameOf(node, leaf.id), { path: node.path, leaf, tags, screen: node.shown ? screen : null });
    }
  }
  const edges = invoked.flatMap((node) => [...ownEdges(node, without), ...edgesToAbove(node)]);
  const graph = new Graph();
  for (const name of spots.keys()) graph.setNode(name);
  for (const { from, to } of edges) graph.setEdge(from, to);
  return { graph, spots, start: `${top}: ${root.enters(top)}`, failed: failedIn(edges, spots) };
};
