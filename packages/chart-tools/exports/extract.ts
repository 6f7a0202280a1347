import { createRequire, registerHooks } from 'node:module';
import { createMachine } from 'xstate';
import { type Graph, graphOf } from '../drawing/graph.ts';
import { eventName, isConfig, isRecord, listOf } from '../explore/definitions.ts';

/**
 * Reads a chart's file without running it, with the published extractor of Stately Studio
 * (docs/charts.md#form). It is made for XState 4: its `cond` is `guard` here; it ignores `onSnapshot` and the content of `meta`.
 */
const forerunner: Readonly<Record<string, string>> = {
  'xstate/lib/actions': 'xstate/actions',
  'xstate/lib/types': 'xstate',
};
registerHooks({ resolve: (wanted, context, next) => next(forerunner[wanted] ?? wanted, context) });

type Named = Readonly<Record<string, unknown>>;
const all = (value: unknown, read: (one: unknown) => unknown): Named =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, read(one)])) : {};
const typeIn = (value: unknown, key: string): unknown => {
  const inner = isRecord(value) ? value[key] : undefined;
  return isRecord(inner) ? inner.type : undefined;
};

const transitionOf = (read: unknown) => {
  if (!isRecord(read)) return {};
  const guard = typeIn(read, 'cond');
  const { cond: _, ...rest } = read;
  return {
    ...rest,
    ...(guard === undefined ? {} : { guard }),
    actions: listOf(read.actions).map((action) => typeIn(action, 'action')),
  };
};
const transitionsOf = (read: unknown) => listOf(read).map(transitionOf);

const invokeOf = (read: unknown) =>
  isRecord(read)
    ? { id: read.id, src: read.src, onDone: transitionsOf(read.onDone), onError: transitionsOf(read.onError) }
    : {};

const stateOf = (read: unknown): Named => {
  if (!isRecord(read)) return {};
  const { context: _, ...rest } = read;
  return {
    ...rest,
    entry: listOf(read.entry).map((action) => typeIn(action, 'action')),
    exit: listOf(read.exit).map((action) => typeIn(action, 'action')),
    invoke: listOf(read.invoke).map(invokeOf),
    always: transitionsOf(read.always),
    on: all(read.on, transitionsOf),
    ...(isRecord(read.states) ? { states: all(read.states, stateOf) } : {}),
  };
};

const extractor: typeof import('@xstate/machine-extractor') = createRequire(import.meta.url)(
  '@xstate/machine-extractor',
);

/** The chart in a file's text as the extractor reads it. Throws unless it finds exactly one machine. */
export const extracted = (text: string): Graph => {
  const machines = extractor.extractMachinesFromFile(text)?.machines ?? [];
  const [machine] = machines;
  if (machine === undefined || machines.length > 1) throw new Error(`${machines.length} machines are found`);
  const config = stateOf(machine.toConfig());
  if (!isConfig(config)) throw new Error('no chart is found');
  const chart = graphOf(createMachine(config));
  // The extractor's config lacks `reenter`, its list of transitions has it.
  const reentering = machine.getTransitions().flatMap(({ fromPath, transitionPath, config: { reenter } }) => {
    const [, event] = transitionPath[0] === 'on' ? transitionPath : [];
    const place = [chart.id, ...fromPath].join('.');
    return reenter?.value ? [`${place} | ${eventName(String(event))} [${transitionPath.at(-1)}]`] : [];
  });
  return { ...chart, transitions: chart.transitions.map((t) => ({ ...t, reenter: reentering.includes(t.id) })) };
};

const partsOfState = ['id', 'type', 'initial', 'description', 'tags', 'entry', 'exit', 'runs', 'sources'];
/** The parts of a chart that the extractor can read, in lines. */
export const readable = (chart: Graph): string[] => [
  ...chart.states.map((state) => JSON.stringify(state, partsOfState)),
  ...chart.transitions
    .filter(({ event }) => !event.startsWith('snapshot('))
    .map((transition) => JSON.stringify(transition, ['id', 'guard', 'targets', 'reenter', 'actions', 'description'])),
];
