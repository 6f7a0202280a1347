import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import {
  branchIndex,
  definitionId,
  eventName,
  guardName,
  isForbidden,
  stateNodes,
  transitionsOf,
} from '../explore/definitions.ts';
import { raisedBy } from './raises.ts';

/** A state as drawn. `id` is XState's (`purchase.sign-in.editing`); the chart itself is the first, without a parent. */
export type GraphState = {
  readonly id: string;
  readonly key: string;
  readonly parent: string | null;
  readonly type: AnyStateNode['type'];
  /** Whether it is its parent's initial state. */
  readonly initial: boolean;
  readonly tags: readonly string[];
  readonly description: string;
  /** The screen that it shows, or the actor that shows one; empty if neither. */
  readonly screen: string;
  readonly child: string;
  readonly meta: unknown;
  /** Ids of the actors that it invokes, and their names in `setup`. */
  readonly runs: readonly string[];
  readonly sources: readonly string[];
  readonly entry: readonly string[];
  readonly exit: readonly string[];
};

/** A transition: `id` as in explore/definitions.ts; `type` is the event as the chart writes it, `event` in readable form. */
export type GraphTransition = {
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly index: number;
  readonly event: string;
  readonly guard: string;
  readonly targets: readonly string[];
  readonly actions: readonly string[];
  readonly description: string;
  /** Exits and re-enters its source; without it a transition is internal (XState 5). */
  readonly reenter: boolean;
  /** Handled without leaving the state: written into its box instead of drawn as an arrow. */
  readonly inPlace: boolean;
  readonly forbidden: boolean;
};

/** A chart as plain data. */
export type Graph = {
  readonly id: string;
  readonly description: string;
  /** Actions that raise an event, and which one; null if it is only known at run time. */
  readonly raises: Readonly<Record<string, string | null>>;
  readonly states: readonly GraphState[];
  readonly transitions: readonly GraphTransition[];
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const actionName = (action: unknown): string => {
  const type = typeof action === 'string' ? action : textOf(Object(action).type);
  return type.replace(/^xstate\./, '') || '(inline)';
};

/** The tags that a state has, also by the group that it is in. */
const tagsOf = ({ parent, tags }: AnyStateNode): string[] => [...new Set([...(parent ? tagsOf(parent) : []), ...tags])];

/** Whether the visitor may act: a state without inner ones in which no answer is awaited. */
export const isSettled = ({ type, tags }: GraphState): boolean => type === 'atomic' && !tags.includes('pending');

const stateOf = (node: AnyStateNode): GraphState => ({
  id: node.id,
  key: node.key,
  parent: node.parent?.id ?? null,
  type: node.type,
  initial: node.parent?.type === 'compound' && node.parent.initial.target.includes(node),
  tags: tagsOf(node),
  description: node.description ?? '',
  screen: textOf(node.meta?.screen),
  child: textOf(node.meta?.child),
  meta: node.meta,
  runs: node.invoke.map(({ id }) => id),
  sources: node.invoke.map(({ src }) => (typeof src === 'string' ? src : '(inline)')),
  entry: node.entry.map(actionName),
  exit: node.exit.map(actionName),
});

const transitionOf = (t: AnyTransitionDefinition): GraphTransition => ({
  id: definitionId(t),
  source: t.source.id,
  type: t.eventType,
  index: branchIndex(t),
  event: eventName(t.eventType),
  guard: guardName(t.guard) ?? '',
  targets: (t.target ?? []).map(({ id }) => id),
  actions: t.actions.map(actionName),
  description: t.description ?? '',
  reenter: t.reenter,
  inPlace: t.target === undefined || t.target.every((target) => target === t.source && !t.reenter),
  forbidden: isForbidden(t),
});

/** A machine's states and transitions in source sequence. */
export function graphOf(machine: AnyStateMachine): Graph {
  const nodes = [machine.root, ...stateNodes(machine)];
  return {
    id: machine.id,
    description: machine.root.description ?? '',
    raises: raisedBy(machine),
    states: nodes.map(stateOf),
    transitions: nodes.flatMap(transitionsOf).map(transitionOf),
  };
}
