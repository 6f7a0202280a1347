import { machines } from 'ticket-store/machines/index.ts';
import { screens } from 'ticket-store/machines/shared/screens.ts';
import { failures } from 'ticket-store/src/domain/failures.ts';
import type { AnyStateMachine } from 'xstate';
import { type Graph, type GraphState, type GraphTransition, graphOf } from '../drawing/graph.ts';

/**
 * A chart for the public Stately visualizer (stately.ai/viz), whose evaluator is XState 4: it ignores `guard` and takes the arrow,
 * knows no wildcard but `*`, and no children's snapshots. Names of events are those of XState 4.
 */

type Config = Readonly<Record<string, unknown>>;

const eventNames: readonly (readonly [shown: RegExp, name: string])[] = [
  [/^done\((.+)\)$/, 'done.invoke.$1'],
  [/^error\((.+)\)$/, 'error.platform.$1'],
  [/^snapshot\((.+)\)$/, 'snapshot.$1'],
  [/^finished\((.+)\)$/, 'done.state.$1'],
];

/** XState 4's name of an event as charts show it; not for `always`. */
export const nameInFour = (event: string): string => {
  const [shown, name] = eventNames.find(([pattern]) => pattern.test(event)) ?? [];
  return shown && name ? event.replace(shown, name) : event;
};

const known: readonly string[] = [
  ...screens.map((screen) => `page.requested.${screen}`),
  ...Object.keys(failures).map((code) => `failure.${code}`),
  ...Object.values(machines).flatMap((machine) => graphOf(machine).transitions.map(({ event }) => event)),
];

const isWild = (event: string): boolean => event.endsWith('*');
/** Whether a wildcard matches an event in XState 5: `page.*` also matches `page`. */
const covers = (wild: string, event: string): boolean =>
  event === wild.replace(/\.\*$/, '') || event.startsWith(wild.slice(0, -1));

const unique = (names: readonly string[]): string[] => [...new Set(names)].sort();

/** Every event of the store that a wildcard stands for. Throws if there is none. */
export const writtenOut = (wildcard: string): string[] => {
  const fitting = known.filter((event) => covers(wildcard, event) && !isWild(event) && event !== 'always');
  if (fitting.length === 0) throw new Error(`No event of the store is one of ${wildcard}.`);
  return unique(fitting);
};

/** The transitions of a state by event, with each wildcard written out as the events that it stands for. */
const byEvent = (own: readonly GraphTransition[]): Map<string, GraphTransition[]> => {
  const events = Map.groupBy(own, ({ event }) => event);
  // XState 5 asks the exact name first, then the wildcards, the longest first.
  const wild = [...events.keys()].filter(isWild).toSorted((one, other) => other.length - one.length);
  const all = new Set([...[...events.keys()].filter((event) => !isWild(event)), ...wild.flatMap(writtenOut)]);
  const candidates = (event: string): GraphTransition[] => {
    const found = [event, ...wild.filter((one) => event !== 'always' && covers(one, event))].flatMap(
      (one) => events.get(one) ?? [],
    );
    const last = found.findIndex(({ guard }) => guard === '');
    return last < 0 ? found : found.slice(0, last + 1);
  };
  return new Map([...all].map((event) => [event, candidates(event)]));
};

/** An entry of a configuration; nothing for an empty value. */
const entry = (key: string, value: unknown): Config => {
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return isEmpty ? {} : { [key]: value };
};

/** Whether a transition stays inside its source in XState 5; XState 4 would leave and enter it again. */
const staysInside = ({ targets, source, reenter }: GraphTransition): boolean =>
  !reenter && targets.length > 0 && targets.every((target) => target === source || target.startsWith(`${source}.`));

type Version = 4 | 5;

const transitionConfig = (t: GraphTransition, version: Version): Config => ({
  ...entry(version === 4 ? 'cond' : 'guard', t.guard),
  // XState 4 looks for an id first below the chart, so the path is written from its root.
  ...(t.targets.length === 0
    ? {}
    : { target: t.targets.length === 1 ? `#${t.targets[0]}` : t.targets.map((one) => `#${one}`) }),
  ...(version === 4 && staysInside(t) ? { internal: true } : {}),
  ...(t.reenter ? (version === 4 ? { internal: false } : { reenter: true }) : {}),
  ...entry('actions', t.actions),
  ...entry('description', t.description),
});

const stateConfig = (chart: Graph, state: GraphState, version: Version): Config => {
  const transitions = chart.transitions.filter(({ source }) => source === state.id);
  const own = version === 4 ? byEvent(transitions) : Map.groupBy(transitions, ({ event }) => event);
  const taken = (event: string): readonly Config[] | undefined => {
    const found = own.get(event);
    own.delete(event);
    return found?.map((one) => transitionConfig(one, version));
  };
  const always = taken('always');
  const onDone = taken(`finished(${state.id})`);
  const invoke = state.runs.map((id, at) => ({
    id,
    src: state.sources[at],
    ...entry('onDone', taken(`done(${id})`)),
    ...entry('onError', taken(`error(${id})`)),
    ...(version === 5 ? entry('onSnapshot', taken(`snapshot(${id})`)) : {}),
  }));
  const nameOf = (event: string): string => (version === 4 ? nameInFour(event) : (own.get(event)?.[0]?.type ?? event));
  const on = Object.fromEntries([...own.keys()].map((event) => [nameOf(event), taken(event)]));
  const below = chart.states.filter(({ parent }) => parent === state.id);
  return {
    ...(state.type === 'final' || state.type === 'parallel' ? { type: state.type } : {}),
    ...entry('description', state.description),
    ...entry('tags', state.tags),
    ...entry('meta', state.meta),
    ...entry('initial', below.find(({ initial }) => initial)?.key),
    ...entry('entry', state.entry),
    ...entry('exit', state.exit),
    ...entry('invoke', invoke),
    ...entry('always', always),
    ...entry('onDone', onDone),
    ...(Object.keys(on).length > 0 ? { on } : {}),
    ...(below.length > 0
      ? { states: Object.fromEntries(below.map((one) => [one.key, stateConfig(chart, one, version)])) }
      : {}),
  };
};

/** Lines of an object with one entry for each name. */
const rows = (names: readonly string[], write: (name: string) => string): string => {
  const lines = names.map((name) => `      ${JSON.stringify(name)}: ${write(name)},\n`);
  return lines.length === 0 ? '{}' : `{\n${lines.join('')}    }`;
};

const actionText = ({ raises }: Graph, name: string): string => {
  if (!(name in raises)) return '() => {}';
  const event = raises[name];
  return event === null || event === undefined
    ? '// Which event it raises is decided at run time.\n      actions.pure(() => (facts.raised ? [actions.raise({ type: facts.raised })] : []))'
    : `actions.raise({ type: ${JSON.stringify(event)} })`;
};

/** The names that a chart uses, each once. */
const namesIn = ({ states, transitions }: Graph) => ({
  guards: unique(transitions.flatMap(({ guard }) => guard || [])),
  actions: unique([...states.flatMap((one) => [...one.entry, ...one.exit]), ...transitions.flatMap((t) => t.actions)]),
  actors: unique(states.flatMap(({ sources }) => sources)),
});

const rootConfig = (chart: Graph, version: Version): Config => {
  const [root] = chart.states;
  return root ? stateConfig(chart, root, version) : {};
};

/** A self-contained module for the open visualizer (statelyai/sketch), which runs XState 5: stubs are named functions. */
export const sketchText = (machine: AnyStateMachine, context: unknown = {}): string => {
  const chart = graphOf(machine);
  const { guards, actions, actors } = namesIn(chart);
  const functions = (names: readonly string[], write: (name: string) => string): string => names.map(write).join('\n');
  // Some names are ids such as `change-date`.
  const jsName = (name: string): string => name.replaceAll(/\W/g, '_');
  const listed = (names: readonly string[], end = ''): string =>
    names.map((name) => `${JSON.stringify(name)}: ${jsName(name)}${end}`).join(', ');
  return `// ${chart.description || chart.id}
// For the Stately visualizer that runs XState 5 (github.com/statelyai/sketch): paste the whole file.
import { createMachine, fromPromise, raise } from 'xstate';

/** Answers of the guards. Change them, or send answers with an event: { type: 'step.back', holds: { mayReturn: true } }. */
const holds = {};
const answer = (event, name) => (event.holds ?? holds)[name] === true;

${functions(guards, (name) => `function ${name}({ event }) {\n  return answer(event, '${name}');\n}`)}
${functions(actions, (name) => {
  const event = chart.raises[name];
  return event ? `const ${name} = raise({ type: ${JSON.stringify(event)} });` : `function ${name}() {}`;
})}
${functions(actors, (name) => `const ${jsName(name)}Actor = fromPromise(() => new Promise(() => {}));`)}

export const machine = createMachine(
  ${JSON.stringify({ id: chart.id, context, ...rootConfig(chart, 5) }, null, 2).replaceAll('\n', '\n  ')},
  {
    guards: { ${listed(guards)} },
    actions: { ${listed(actions)} },
    actors: { ${listed(actors, 'Actor')} },
  },
);
`;
};

/** A self-contained file without imports: the configuration of XState 4, a sample context, and a stub for each name. */
export const statelyText = (machine: AnyStateMachine, context: unknown = {}): string => {
  const chart = graphOf(machine);
  const { guards, actions, actors } = namesIn(chart);
  const config = { predictableActionArguments: true, id: chart.id, context, ...rootConfig(chart, 4) };
  return `// ${chart.description || chart.id}
// For https://stately.ai/viz: paste the whole file. It has no imports; createMachine and actions are the visualizer's own.
// Written by \`npm run tool -- chart draw --export stately\`; the chart itself is machines/${chart.id}/${chart.id}.machine.ts.

/**
 * Answers of the guards, and the event that a raising action raises ('' for none). Change them to see the effect, or send
 * answers with an event: { type: 'step.back', holds: { mayReturn: true } }.
 */
const facts = {
  holds: ${rows(guards, () => 'false')},
  raised: '',
};

const machine = createMachine(
  ${JSON.stringify(config, null, 2).replaceAll('\n', '\n  ')},
  {
    guards: ${rows(guards, (name) => `(_, event) => (event.holds || facts.holds)[${JSON.stringify(name)}] === true`)},
    actions: ${rows(actions, (name) => actionText(chart, name))},
    services: ${rows(actors, () => '() => new Promise(() => {})')},
  },
);
`;
};
