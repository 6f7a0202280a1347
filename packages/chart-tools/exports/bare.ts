import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createMachine,
  enqueueActions,
  fromCallback,
  initialTransition,
  type StateNode,
  transition,
} from 'xstate';
import { raisedBy } from './raises.ts';

/** The facts while an event is handled: each guard by name, and the event that raising actions raise (`''` for none). */
export type Facts = { readonly holds: Readonly<Record<string, boolean>>; readonly raised: string };

/** A running chart: its state after each event, and a line for each state left, action executed and state entered. */
export type Running = {
  readonly at: () => string;
  readonly isOver: () => boolean;
  /** Null if the chart would loop forever on it; it then stays in its state. */
  readonly send: (event: string, facts: Facts) => readonly string[] | null;
};

type Config = AnyStateMachine['config'];

/** Keys whose own keys are names and not part of XState's syntax. */
const named = ['states', 'on', 'meta'];
/** Keys that depend on context or payload, which a bare chart does not have. */
const omitted = ['context', 'input', 'output', 'params', 'systemId', 'version'];

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isConfig = (value: unknown): value is Config => isRecord(value);

const stripped = (value: unknown, holdsNames: boolean): unknown => {
  if (Array.isArray(value)) return value.map((one) => stripped(one, false));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([key]) => holdsNames || !omitted.includes(key));
  return Object.fromEntries(entries.map(([key, inner]) => [key, stripped(inner, !holdsNames && named.includes(key))]));
};

/** Every state reports entry before and exit after its own actions. */
const marked = (config: unknown, id: string): unknown => {
  if (!isRecord(config)) return config;
  const many = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value]);
  const states = isRecord(config.states) ? Object.entries(config.states) : [];
  return {
    ...config,
    entry: [{ type: 'mark', params: { line: `enter ${id}` } }, ...many(config.entry)],
    exit: [...many(config.exit), { type: 'mark', params: { line: `exit ${id}` } }],
    ...(states.length > 0
      ? { states: Object.fromEntries(states.map(([key, state]) => [key, marked(state, `${id}.${key}`)])) }
      : {}),
  };
};

type Current = { facts: Facts };

/** The chart as shipped, but its guards read `current`, its actors are idle, and its actions are only recorded. */
const bareChart = (machine: AnyStateMachine, current: Current): AnyStateMachine => {
  const { actions, guards, actors } = machine.implementations;
  const each = <T>(known: object, make: (name: string) => T): Record<string, T> =>
    Object.fromEntries(Object.keys(known).map((name) => [name, make(name)]));
  const raising = raisedBy(machine);
  const noop = () => {};
  const raise = (name: string) =>
    enqueueActions(({ enqueue }) => {
      enqueue({ type: 'mark', params: { line: `do ${name}` } });
      const event = raising[name] ?? current.facts.raised;
      if (event !== '') enqueue.raise({ type: event });
    });
  const config = marked(stripped(machine.config, false), machine.id);
  if (!isConfig(config)) throw new Error(`${machine.id} has no config`);
  return createMachine(
    { ...config, context: {}, options: { maxIterations: 1000 } },
    {
      guards: each(guards, (name) => () => current.facts.holds[name] === true),
      actors: each(actors, () => fromCallback(noop)),
      actions: { ...each(actions, (name) => (name in raising ? raise(name) : noop)), mark: noop },
    },
  );
};

type Done = { readonly type: string; readonly params: unknown };
const lineOf = ({ type, params }: Done, known: object): string[] => {
  if (type === 'mark' && isRecord(params)) return [String(params.line)];
  return type in known ? [`do ${type}`] : [];
};

/** XState's step for an event; null if the chart took more microsteps than it may. */
const stepOf = (chart: AnyStateMachine, from: AnyMachineSnapshot, event: string) => {
  try {
    return transition(chart, from, { type: event });
  } catch (thrown) {
    if (thrown instanceof Error && thrown.message.startsWith('Infinite loop')) return null;
    throw thrown;
  }
};

/** Runs a machine in XState, starting with the given facts; one run at a time. */
export const runInXState = (machine: AnyStateMachine): ((begin: Facts) => Running) => {
  const current: Current = { facts: { holds: {}, raised: '' } };
  const chart = bareChart(machine, current);
  return (begin) => running(machine, chart, current, begin);
};

const running = (machine: AnyStateMachine, chart: AnyStateMachine, current: Current, begin: Facts): Running => {
  current.facts = begin;
  let [snapshot] = initialTransition(chart);
  const isLeaf = ({ type }: StateNode) => type === 'atomic' || type === 'final';
  return {
    at: () =>
      snapshot._nodes
        .filter(isLeaf)
        .map(({ id }: StateNode) => id)
        .sort()
        .join(' '),
    isOver: () => snapshot.status !== 'active',
    send: (event, facts) => {
      current.facts = facts;
      const stepped = stepOf(chart, snapshot, event);
      if (stepped === null) return null;
      const [next, done] = stepped;
      if (next.status === 'error') throw next.error;
      snapshot = next;
      return done.flatMap((action) => lineOf(action, machine.implementations.actions));
    },
  };
};
