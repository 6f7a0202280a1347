import { type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition, StateMachine } from 'xstate';
import { definitionId, eventName, guardName, isForbidden, stateNodes, transitionsOf } from '../explore/definitions.ts';
import { raisedBy } from './raises.ts';

/** What a state invokes: an actor by its name in `setup`, or another chart. */
export type Run = { readonly id: string; readonly runs: string; readonly chart: string | null };

export type ChartState = {
  readonly id: string;
  readonly parent: string | null;
  readonly type: 'atomic' | 'compound' | 'parallel' | 'final';
  readonly initial: string | null;
  readonly description: string | null;
  readonly tags: readonly string[];
  readonly meta: Readonly<Record<string, unknown>> | null;
  readonly invokes: readonly Run[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
};

export type ChartTransition = {
  /** As in `npm run tool -- chart paths` and the walks: `order.placing | done(placeOrder) [0]`. */
  readonly id: string;
  readonly source: string;
  /** `order.submit`, `done(placeOrder)`, `error(placeOrder)`, `snapshot(hold)`, `finished(state)`, `always`. */
  readonly event: string;
  readonly guard: string | null;
  readonly targets: readonly string[];
  /** Exits and re-enters its source; without it a transition is internal (XState 5). */
  readonly reenter: boolean;
  readonly actions: readonly string[];
  readonly description: string | null;
  /** Handled without effect. */
  readonly ignored: boolean;
};

/** A chart as plain data: written by `--export json`, read by differences. */
export type Chart = {
  readonly chart: string;
  readonly description: string | null;
  /** The chart's root first, then its states in source sequence. */
  readonly states: readonly ChartState[];
  /** In source sequence; of several for one event the first whose guard holds is taken. */
  readonly transitions: readonly ChartTransition[];
  /** Actions that raise an event, and which one; null if it is only known at run time. */
  readonly raises: Readonly<Record<string, string | null>>;
};

const namesOf = (actions: readonly unknown[]): string[] => actions.map((action) => guardName(action) ?? '(inline)');

function typeOf(node: AnyStateNode): ChartState['type'] {
  if (node.type === 'history') throw new Error(`${node.id} is a history state: the exports do not know these`);
  return node.type;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function runsOf(machine: AnyStateMachine, node: AnyStateNode): Run[] {
  return node.invoke.map(({ id, src }) => {
    const name = typeof src === 'string' ? src : '(inline)';
    const logic: unknown = machine.implementations.actors[name];
    return { id, runs: name, chart: logic instanceof StateMachine ? logic.id : null };
  });
}

function stateOf(machine: AnyStateMachine, node: AnyStateNode): ChartState {
  return {
    id: node.id,
    parent: node.parent?.id ?? null,
    type: typeOf(node),
    initial: node.type === 'compound' ? (node.initial.target[0]?.id ?? null) : null,
    description: node.description ?? null,
    tags: [...node.tags],
    meta: isRecord(node.meta) ? { ...node.meta } : null,
    invokes: runsOf(machine, node),
    entry: namesOf(node.entry),
    exit: namesOf(node.exit),
  };
}

function transitionOf(t: AnyTransitionDefinition): ChartTransition {
  return {
    id: definitionId(t),
    source: t.source.id,
    event: eventName(t.eventType),
    guard: guardName(t.guard) ?? null,
    targets: (t.target ?? []).map((node) => node.id),
    reenter: t.reenter,
    actions: namesOf(t.actions),
    description: t.description ?? null,
    ignored: isForbidden(t),
  };
}

/** A machine as plain data, always the same. Throws if it has history states. */
export function chartOf(machine: AnyStateMachine): Chart {
  const nodes = [machine.root, ...stateNodes(machine)];
  return {
    chart: machine.id,
    description: machine.root.description ?? null,
    states: nodes.map((node) => stateOf(machine, node)),
    transitions: nodes.flatMap(transitionsOf).map(transitionOf),
    raises: raisedBy(machine),
  };
}

/** The text of `--export json`. */
export const jsonOf = (machine: AnyStateMachine): string => `${JSON.stringify(chartOf(machine), null, 2)}\n`;
