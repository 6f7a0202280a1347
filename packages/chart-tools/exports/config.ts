import type { AnyStateMachine } from 'xstate';
import { type Graph, type GraphState, type GraphTransition, graphOf } from '../drawing/graph.ts';

/**
 * A chart as a configuration that XState runs: names of guards, actions and actors instead of functions. `json` is XState 5's, the
 * other one XState 4's, for the public visualizer.
 */

export type Config = Readonly<Record<string, unknown>>;

/** What the two versions write differently. */
export type Dialect = {
  /** Key of `on` for an event as the charts show it (`done(x)`). */
  readonly event: (shown: string) => string;
  /** A transition's own keys, apart from actions and description. */
  readonly transition: (t: GraphTransition, state: GraphState) => Config;
  /** Whether a child's snapshots are `onSnapshot` of its invoke. */
  readonly hasSnapshots: boolean;
  /** All events that a wildcard stands for; undefined where the version knows it. */
  readonly writtenOut?: (wildcard: string) => readonly string[];
};

const isWild = (event: string) => event.endsWith('*');
/** Whether a wildcard matches an event in XState 5: `page.*` also matches `page`. */
export const covers = (wild: string, event: string): boolean =>
  event === wild.replace(/\.\*$/, '') || event.startsWith(wild.slice(0, -1));

/** The transitions of a state by event; wildcards are written out if the version needs it. */
const byEvent = (
  own: readonly GraphTransition[],
  writtenOut: Dialect['writtenOut'],
): Map<string, GraphTransition[]> => {
  const events = Map.groupBy(own, ({ event }) => event);
  if (!writtenOut) return events;
  // XState 5 asks the exact name first, then the wildcards, the longest first.
  const wild = [...events.keys()].filter(isWild).toSorted((one, other) => other.length - one.length);
  const named = [...events.keys()].filter((event) => !isWild(event));
  const all = new Set([...named, ...wild.flatMap(writtenOut)]);
  const candidates = (event: string): GraphTransition[] => {
    const found = [event, ...wild.filter((one) => event !== 'always' && covers(one, event))].flatMap(
      (one) => events.get(one) ?? [],
    );
    const last = found.findIndex(({ guard }) => guard === '');
    return last < 0 ? found : found.slice(0, last + 1);
  };
  return new Map([...all].map((event) => [event, candidates(event)]));
};

const some = (key: string, value: unknown): Config => {
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return isEmpty ? {} : { [key]: value };
};

const stateConfig = (chart: Graph, state: GraphState, dialect: Dialect): Config => {
  const own = byEvent(
    chart.transitions.filter(({ source }) => source === state.id),
    dialect.writtenOut,
  );
  const taken = (event: string): readonly Config[] | undefined => {
    const found = own.get(event);
    own.delete(event);
    return found?.map((t) => ({
      ...dialect.transition(t, state),
      ...some('actions', t.actions),
      ...some('description', t.description),
    }));
  };
  const always = taken('always');
  const onDone = taken(`finished(${state.id})`);
  const invoke = state.runs.map((id, at) => ({
    id,
    src: state.sources[at],
    ...some('onDone', taken(`done(${id})`)),
    ...some('onError', taken(`error(${id})`)),
    ...(dialect.hasSnapshots ? some('onSnapshot', taken(`snapshot(${id})`)) : {}),
  }));
  const on = Object.fromEntries([...own.keys()].map((event) => [dialect.event(event), taken(event)]));
  const below = chart.states.filter(({ parent }) => parent === state.id);
  const first = below.find(({ initial }) => initial);
  return {
    ...(state.type === 'final' || state.type === 'parallel' ? { type: state.type } : {}),
    ...some('description', state.description),
    ...some('tags', state.tags),
    ...some('meta', state.meta),
    ...some('initial', first?.key),
    ...some('entry', state.entry),
    ...some('exit', state.exit),
    ...some('invoke', invoke),
    ...some('always', always),
    ...some('onDone', onDone),
    ...(Object.keys(on).length > 0 ? { on } : {}),
    ...(below.length > 0
      ? {
          states: Object.fromEntries(below.map((one) => [one.key, stateConfig(chart, one, dialect)])),
        }
      : {}),
  };
};

/** The whole configuration, with a sample context. */
export const configOf = (chart: Graph, context: unknown, dialect: Dialect): Config => {
  const [root] = chart.states;
  if (root === undefined) throw new Error(`${chart.id} has no states`);
  return { id: chart.id, context, ...stateConfig(chart, root, dialect) };
};

/** The names that a chart's configuration uses, each needs a stub. */
export const namesIn = ({ states, transitions }: Graph) => {
  const sorted = (names: readonly string[]) => [...new Set(names)].sort();
  return {
    guards: sorted(transitions.flatMap(({ guard }) => guard || [])),
    actions: sorted([
      ...states.flatMap(({ entry, exit }) => [...entry, ...exit]),
      ...transitions.flatMap(({ actions }) => actions),
    ]),
    actors: sorted(states.flatMap(({ sources }) => sources)),
  };
};

const eventTypes: readonly (readonly [shown: RegExp, type: string])[] = [
  [/^done\((.+)\)$/, 'xstate.done.actor.$1'],
  [/^error\((.+)\)$/, 'xstate.error.actor.$1'],
  [/^snapshot\((.+)\)$/, 'xstate.snapshot.$1'],
  [/^finished\((.+)\)$/, 'xstate.done.state.$1'],
];

/** XState 5's type of an event as charts show it. */
const typeOf = (shown: string): string => {
  const [pattern, type] = eventTypes.find(([one]) => one.test(shown)) ?? [];
  return pattern && type ? shown.replace(pattern, type) : shown;
};

const targetsOf = (targets: readonly string[]): unknown => {
  const [first, ...others] = targets.map((id) => `#${id}`);
  return others.length > 0 ? [first, ...others] : first;
};

const five: Dialect = {
  event: typeOf,
  hasSnapshots: true,
  transition: ({ guard, targets, reenter }) => ({
    ...some('guard', guard),
    ...some('target', targetsOf(targets)),
    ...(reenter ? { reenter } : {}),
  }),
};

/** XState 5's own configuration, in plain JSON: `createMachine(json).provide(stubs)` runs. */
export const jsonConfig = (machine: AnyStateMachine, context: unknown = {}): string =>
  `${JSON.stringify(configOf(graphOf(machine), context, five), null, 2)}\n`;

const list = (names: readonly string[], write: (name: string) => string): string =>
  names.length === 0
    ? '{}'
    : `{\n${names.map((name) => `    ${JSON.stringify(name)}: ${write(name)},`).join('\n')}\n  }`;

/** The stubs of a file: facts that guards read, and the event that raising actions raise. */
export const factsText = (chart: Graph): string => {
  const { guards } = namesIn(chart);
  return `/** What the guards answer, and the event that a raising action raises ('' for none): change it and look what happens. */
export const facts = {
  holds: ${list(guards, () => 'false')},
  raised: '',
};
`;
};

/** The text of a module with the implementations that the JSON configuration needs. */
export const stubsText = (machine: AnyStateMachine): string => {
  const chart = graphOf(machine);
  const { guards, actions, actors } = namesIn(chart);
  const action = (name: string) => {
    if (!(name in chart.raises)) return '() => {}';
    const event = chart.raises[name];
    return event === null || event === undefined
      ? '// Which event it raises is decided at run time.\n    enqueueActions(({ enqueue }) => facts.raised && enqueue.raise({ type: facts.raised }))'
      : `raise({ type: ${JSON.stringify(event)} })`;
  };
  return `import { enqueueActions, fromCallback, raise } from 'xstate';

${factsText(chart)}
/** For \`createMachine(json).provide(stubs)\`: guards answer by \`facts\`, actions do nothing, actors never end. */
export const stubs = {
  guards: ${list(guards, (name) => `() => facts.holds[${JSON.stringify(name)}]`)},
  actions: ${list(actions, action)},
  actors: ${list(actors, () => 'fromCallback(() => {})')},
};
`;
};
