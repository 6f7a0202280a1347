import { machines } from 'ticket-store/machines/index.ts';
import { screens } from 'ticket-store/machines/shared/screens.ts';
import { failures } from 'ticket-store/src/domain/failures.ts';
import type { AnyStateMachine } from 'xstate';
import { type GraphState, type GraphTransition, graphOf } from '../drawing/graph.ts';
import { type Config, configOf, covers, type Dialect, factsText, namesIn } from './config.ts';

/**
 * A chart for the public Stately visualizer (stately.ai/viz), whose evaluator is XState 4: it ignores `guard` and takes the arrow,
 * knows no wildcard but `*`, and no children's snapshots. Names of events are those of XState 4.
 */

const events: readonly (readonly [shown: RegExp, name: string])[] = [
  [/^done\((.+)\)$/, 'done.invoke.$1'],
  [/^error\((.+)\)$/, 'error.platform.$1'],
  [/^snapshot\((.+)\)$/, 'snapshot.$1'],
  [/^finished\((.+)\)$/, 'done.state.$1'],
];

/** XState 4's name of an event as charts show it; not for `always`. */
export const nameInFour = (event: string): string => {
  const [shown, name] = events.find(([pattern]) => pattern.test(event)) ?? [];
  return shown && name ? event.replace(shown, name) : event;
};

const known: readonly string[] = [
  ...Object.keys(failures).map((code) => `failure.${code}`),
  ...Object.values(machines).flatMap((machine) => graphOf(machine).transitions.map(({ event }) => event)),
];

/** Every event of the store that a wildcard stands for. Throws if there is none. */
export const writtenOut =
  (others: readonly string[]) =>
  (wildcard: string): string[] => {
    const start = wildcard.slice(0, -1);
    const pages = start === 'page.requested.' ? screens.map((screen) => start + screen) : [];
    const fitting = [...pages, ...known, ...others].filter(
      (event) => covers(wildcard, event) && !event.endsWith('*') && event !== 'always',
    );
    if (fitting.length === 0) throw new Error(`No event of the store is one of ${wildcard}.`);
    return [...new Set(fitting)].sort();
  };

/** Whether a transition stays inside its source in XState 5; XState 4 would leave and enter it again. */
const staysInside = ({ targets, source, reenter }: GraphTransition): boolean =>
  !reenter && targets.length > 0 && targets.every((target) => target === source || target.startsWith(`${source}.`));

const transitionOf = (t: GraphTransition, { id }: GraphState): Config => ({
  ...(t.guard === '' ? {} : { cond: t.guard }),
  // XState 4 looks for an id first below the chart, so the path is written from its root.
  ...(t.targets.length === 0
    ? {}
    : { target: t.targets.length === 1 ? `#${t.targets[0]}` : t.targets.map((one) => `#${one}`) }),
  ...(staysInside({ ...t, source: id }) ? { internal: true } : {}),
  ...(t.reenter ? { internal: false } : {}),
});

const four = (others: readonly string[]): Dialect => ({
  event: nameInFour,
  hasSnapshots: false,
  transition: transitionOf,
  writtenOut: writtenOut(others),
});

const rows = (names: readonly string[], write: (name: string) => string): string =>
  names.length === 0
    ? '{}'
    : `{\n${names.map((name) => `      ${JSON.stringify(name)}: ${write(name)},`).join('\n')}\n    }`;

/** One self-contained file without imports: the configuration of XState 4, a sample context, and a stub for each name. */
export const statelyText = (machine: AnyStateMachine, context: unknown = {}): string => {
  const chart = graphOf(machine);
  const { guards, actions, actors } = namesIn(chart);
  const own = chart.transitions.map(({ event }) => event);
  const config = { predictableActionArguments: true, ...configOf(chart, context, four(own)) };
  const action = (name: string) => {
    if (!(name in chart.raises)) return '() => {}';
    const event = chart.raises[name];
    return event === null || event === undefined
      ? '// Which event it raises is decided at run time.\n      actions.pure(() => (facts.raised ? [actions.raise({ type: facts.raised })] : []))'
      : `actions.raise({ type: ${JSON.stringify(event)} })`;
  };
  return `// ${chart.description || chart.id}
// For https://stately.ai/viz: paste the whole file. It has no imports; createMachine and actions are the visualizer's own.
// Written by \`npm run tool -- chart draw --export stately\`; the chart itself is machines/${chart.id}/${chart.id}.machine.ts.

${factsText(chart).replace('export ', '')}
const machine = createMachine(
  ${JSON.stringify(config, null, 2).replaceAll('\n', '\n  ')},
  {
    guards: ${rows(guards, (name) => `() => facts.holds[${JSON.stringify(name)}]`)},
    actions: ${rows(actions, action)},
    services: ${rows(actors, () => '() => new Promise(() => {})')},
  },
);
`;
};
