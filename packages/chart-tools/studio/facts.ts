import { machines } from 'ticket-store/machines/index.ts';
import { langs } from 'ticket-store/src/domain/lang.ts';
import { siteCodes } from 'ticket-store/test/tools/example-sites.ts';
import { type AnyStateMachine, StateMachine } from 'xstate';
import { type Graph, graphOf } from '../drawing/graph.ts';
import { stateNodes } from '../explore/definitions.ts';
import { readScreenTexts, type ScreenTexts } from './screen-texts.ts';
import { docCommentsIn, readMessages, sourceOf } from './texts.ts';

/** A chart and what the page shows about it. */
export type ChartFacts = {
  readonly graph: Graph;
  /** The charts that it runs, with the actor's id. */
  readonly runs: readonly { readonly actor: string; readonly chart: string }[];
  /** State names above it in `data-state`; null for a chart that shows no screen. */
  readonly above: readonly string[] | null;
  /** Doc comments of guards and actions, by name. */
  readonly comments: Readonly<Record<string, string>>;
  /** Its file, and the lines of states and transitions there. */
  readonly source: { readonly file: string; readonly lines: Readonly<Record<string, number>> };
};

export type Facts = {
  readonly charts: readonly ChartFacts[];
  readonly screenTexts: ScreenTexts;
  readonly langs: readonly string[];
  readonly sites: readonly string[];
};

const all: readonly AnyStateMachine[] = Object.values(machines);

/** Charts among a chart's actors, including those that are only spawned. */
const runsOf = (machine: AnyStateMachine): ChartFacts['runs'] => {
  const invoked = [machine.root, ...stateNodes(machine)].flatMap(({ invoke }) => invoke);
  return Object.entries(machine.implementations.actors).flatMap(([src, logic]) => {
    if (!(logic instanceof StateMachine)) return [];
    const named = invoked.filter((one) => one.src === src).map(({ id }) => id);
    return (named.length > 0 ? named : [src]).map((actor) => ({ actor, chart: logic.id }));
  });
};

/** The charts that show screens, with the state names above each, starting at the chart of the whole page. */
const shown = (id: string, above: readonly string[] = []): [string, readonly string[]][] => {
  const machine = all.find((one) => one.id === id);
  if (!machine) return [];
  const runs = runsOf(machine);
  const below = graphOf(machine).states.flatMap(({ id: state, child }): [string, readonly string[]][] => {
    const chart = runs.find(({ actor }) => child !== '' && actor === child)?.chart;
    return chart === undefined ? [] : shown(chart, [...above, ...state.split('.').slice(1)]);
  });
  return [[id, above], ...below];
};

/** Everything that the page shows. */
export const gatherFacts = (): Facts => {
  const { ids, rowOf } = readMessages();
  const above = new Map(shown('app'));
  const charts = all.map((machine) => ({
    graph: graphOf(machine),
    runs: runsOf(machine),
    above: above.get(machine.id) ?? null,
    comments: docCommentsIn(machine.id),
    source: sourceOf(graphOf(machine)),
  }));
  return { charts, screenTexts: readScreenTexts(ids, rowOf), langs, sites: siteCodes };
};
