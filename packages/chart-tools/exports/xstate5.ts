import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
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
import { raisedBy } from '../drawing/raises.ts';
import type { Facts, Other, Running } from './traces.ts';

/** Runs a chart as shipped, or its exported JSON as a reader would: `createMachine(json).provide(stubs)`. */

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

type Current = { facts: Facts };

/** The chart as shipped, but its guards read `current`, its actors are idle, and its actions do nothing or raise. */
const bareChart = (machine: AnyStateMachine, current: Current): AnyStateMachine => {
  const { actions, guards, actors } = machine.implementations;
  const each = <T>(known: object, make: (name: string) => T): Record<string, T> =>
    Object.fromEntries(Object.keys(known).map((name) => [name, make(name)]));
  const raising = raisedBy(machine);
  const noop = () => {};
  const raise = (name: string) =>
    enqueueActions(({ enqueue }) => {
      const event = raising[name] ?? current.facts.raised;
      if (event !== '') enqueue.raise({ type: event });
    });
  const config = stripped(machine.config, false);
  if (!isConfig(config)) throw new Error(`${machine.id} has no config`);
  return createMachine(
    { ...config, context: {}, options: { maxIterations: 1000 } },
    {
      guards: each(guards, (name) => () => current.facts.holds[name] === true),
      actors: each(actors, () => fromCallback(noop)),
      actions: each(actions, (name) => (name in raising ? raise(name) : noop)),
    },
  );
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

const isLeaf = ({ type }: StateNode) => type === 'atomic' || type === 'final';

/** A chart that runs; `know` gives its guards and raising actions the facts. */
const running = (chart: AnyStateMachine, know: (facts: Facts) => void, begin: Facts): Running => {
  know(begin);
  let [snapshot] = initialTransition(chart);
  return {
    at: () =>
      snapshot._nodes
        .filter(isLeaf)
        .map(({ id }: StateNode) => id)
        .sort()
        .join(' '),
    isOver: () => snapshot.status !== 'active',
    send: (event, facts) => {
      know(facts);
      const stepped = stepOf(chart, snapshot, event);
      if (stepped === null) return null;
      const [next, done] = stepped;
      if (next.status === 'error') throw next.error;
      snapshot = next;
      return done.map(({ type }) => type);
    },
  };
};

/** Runs a machine as it is, starting with the given facts; one run at a time. */
export const asShipped = (machine: AnyStateMachine): ((begin: Facts) => Running) => {
  const current: Current = { facts: { holds: {}, raised: '' } };
  const chart = bareChart(machine, current);
  const know = (facts: Facts): void => {
    current.facts = facts;
  };
  return (begin) => running(chart, know, begin);
};

type Module = {
  readonly facts: { holds: Record<string, boolean>; raised: string };
  readonly stubs: Parameters<ReturnType<typeof createMachine>['provide']>[0];
};

/** The JSON of a chart and the stubs beside it, of which actions and resulting states are compared. */
export const inXStateFive = async (json: string, stubsFile: string): Promise<Other> => {
  const { facts, stubs }: Module = await import(/* @vite-ignore */ pathToFileURL(stubsFile).href);
  const machine = createMachine(JSON.parse(readFileSync(json, 'utf8'))).provide(stubs);
  // A raising stub is resolved by XState, and not among the actions of a step.
  const known = Object.entries(stubs.actions ?? {}).flatMap(([name, stub]) => ('type' in Object(stub) ? [] : [name]));
  return {
    name: 'the JSON',
    begin: (begin) => running(machine, ({ holds, raised }) => Object.assign(facts, { holds, raised }), begin),
    eventOf: (type) => type,
    compares: (action) => known.includes(action),
  };
};
