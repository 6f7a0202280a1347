import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { definitionId, eventName, guardName, isForbidden, stateNodes, transitionsOf } from '../explore/definitions.ts';

/** A state as it is drawn. `id` is XState's (`purchase.sign-in.editing`); the chart itself is the first, without a parent. */
export type GraphState = {
  readonly id: string;
  readonly key: string;
  readonly parent: string | null;
  readonly type: AnyStateNode['type'];
  /** Where its parent begins. */
  readonly initial: boolean;
  readonly tags: readonly string[];
  readonly description: string;
  /** The screen it shows, or the actor that shows one; empty where neither. */
  readonly screen: string;
  readonly child: string;
  /** What runs while it lasts, by id. */
  readonly runs: readonly string[];
};

/** An arrow: `id` as walks name it (explore/definitions.ts); `type` is the event as the chart writes it, `event` as people read it. */
export type GraphTransition = {
  readonly id: string;
  readonly source: string;
  readonly type: string;
  readonly index: number;
  readonly event: string;
  readonly guard: string;
  readonly targets: readonly string[];
  readonly actions: readonly string[];
  /** Handled without leaving the state: written into its box instead of drawn as an arrow. */
  readonly inPlace: boolean;
  readonly forbidden: boolean;
};

/** A chart as plain data: what drawings and pages are made of. */
export type Graph = {
  readonly id: string;
  readonly states: readonly GraphState[];
  readonly transitions: readonly GraphTransition[];
};

/** An arrow that stays in its own state: handled in place, written into its box or a table instead of drawn. */
export function staysInside(t: AnyTransitionDefinition): boolean {
  return t.target === undefined || t.target.every((target) => target === t.source && !t.reenter);
}

const textOf = (from: unknown, key: string): string => {
  const found: unknown = typeof from === 'object' && from !== null ? Reflect.get(from, key) : undefined;
  return typeof found === 'string' ? found : '';
};

const actionName = (action: unknown): string => {
  if (typeof action === 'string') return action;
  const type = action !== null && action !== undefined ? Reflect.get(Object(action), 'type') : undefined;
  return typeof type === 'string' ? type.replace(/^xstate\./, '') : '(inline)';
};

const stateOf = (node: AnyStateNode): GraphState => ({
  id: node.id,
  key: node.key,
  parent: node.parent?.id ?? null,
  type: node.type,
  initial: node.parent?.type === 'compound' && node.parent.initial.target.includes(node),
  tags: [...node.tags],
  description: node.description ?? '',
  screen: textOf(node.meta, 'screen'),
  child: textOf(node.meta, 'child'),
  runs: node.invoke.map(({ id }) => id),
});

const transitionOf = (t: AnyTransitionDefinition): GraphTransition => {
  const same = t.eventType === '' ? t.source.always : t.source.transitions.get(t.eventType);
  return {
    id: definitionId(t),
    source: t.source.id,
    type: t.eventType,
    index: same?.indexOf(t) ?? 0,
    event: eventName(t.eventType),
    guard: guardName(t.guard) ?? '',
    targets: (t.target ?? []).map(({ id }) => id),
    actions: t.actions.map(actionName),
    inPlace: staysInside(t),
    forbidden: isForbidden(t),
  };
};

/** In: a live machine. Out: its states and arrows in the order of the file. */
export function graphOf(machine: AnyStateMachine): Graph {
  const nodes = [machine.root, ...stateNodes(machine)];
  return { id: machine.id, states: nodes.map(stateOf), transitions: nodes.flatMap(transitionsOf).map(transitionOf) };
}
