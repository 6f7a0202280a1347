import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition, StateValue } from 'xstate';

/** A transition of a chart. `id` is stable and readable: "purchase.order.placing | done(placeOrder) [0]". */
export type Definition = {
  readonly id: string;
  readonly machine: string;
  readonly source: string;
  readonly event: string;
  readonly guard: string | undefined;
  readonly targets: readonly string[];
  /** Neither target nor action: the event is handled without effect, and no walk has to take it. */
  readonly forbidden: boolean;
};

const names: readonly (readonly [prefix: string, shown: string])[] = [
  ['xstate.done.actor.', 'done'],
  ['xstate.error.actor.', 'error'],
  ['xstate.snapshot.', 'snapshot'],
  ['xstate.done.state.', 'finished'],
];

/** The event type in readable form: `done(placeOrder)` for `xstate.done.actor.placeOrder`, `always` for the empty type. */
export function eventName(type: string): string {
  for (const [prefix, shown] of names) if (type.startsWith(prefix)) return `${shown}(${type.slice(prefix.length)})`;
  return type === '' ? 'always' : type;
}

/** The name of a guard, also of one inside a `{type, params}` object; undefined if there is none. */
export function guardName(guard: unknown): string | undefined {
  if (guard === undefined) return undefined;
  if (typeof guard === 'string') return guard;
  if (typeof guard === 'object' && guard !== null && 'type' in guard) return String(guard.type);
  return typeof guard === 'function' && guard.name !== '' ? guard.name : '(inline)';
}

/** The place of a transition among those of its state for the same event. */
export function branchIndex(t: AnyTransitionDefinition): number {
  const branches = t.eventType === '' ? t.source.always : t.source.transitions.get(t.eventType);
  return (branches ?? []).indexOf(t);
}

/** The id of a transition definition; equal for a machine and its `.provide` copies. */
export function definitionId(t: AnyTransitionDefinition): string {
  return `${t.source.id} | ${eventName(t.eventType)} [${branchIndex(t)}]`;
}

/** Whether the definition only forbids an event: `step.back: {}`. */
export function isForbidden(t: AnyTransitionDefinition): boolean {
  return t.target === undefined && t.actions.length === 0;
}

/** All state nodes below the root, in source sequence. */
export function stateNodes(machine: AnyStateMachine): AnyStateNode[] {
  const below = (node: AnyStateNode): AnyStateNode[] =>
    Object.values<AnyStateNode>(node.states).flatMap((child) => [child, ...below(child)]);
  return below(machine.root);
}

/** The raw transition definitions of one node: its events, then its `always`. */
export function transitionsOf(node: AnyStateNode): AnyTransitionDefinition[] {
  return [...[...node.transitions.values()].flat(), ...(node.always ?? [])];
}

/** The readable definition of a raw transition. */
export function definitionOf(t: AnyTransitionDefinition): Definition {
  return {
    id: definitionId(t),
    machine: t.source.machine.id,
    source: t.source.id,
    event: eventName(t.eventType),
    guard: guardName(t.guard),
    targets: (t.target ?? []).map((node) => node.id),
    forbidden: isForbidden(t),
  };
}

/** Every transition definition of a chart, in source sequence. */
export function allDefinitions(machine: AnyStateMachine): Definition[] {
  return [machine.root, ...stateNodes(machine)].flatMap(transitionsOf).map(definitionOf);
}

/** A state value in dot form, as `data-state` writes it: `order.placing`; parallel parts are joined with `+`. */
export function dotted(value: StateValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([key, inner]) => {
      const rest = dotted(inner);
      return rest === '' ? key : `${key}.${rest}`;
    })
    .join('+');
}

/** Whether a value is an object with named parts. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value may be the configuration of a machine, which `createMachine` judges. */
export const isConfig = (value: unknown): value is AnyStateMachine['config'] => isRecord(value);

/** The parts of a definition that may be one, several or none. */
export const listOf = (value: unknown): unknown[] => {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
};
