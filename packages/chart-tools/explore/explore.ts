import type { AnyStateMachine, EventObject, StateValue } from 'xstate';
import { allDefinitions, type Definition } from './definitions.ts';
import { type Below, enabled, type Fits, keyOf, type Plan } from './plan.ts';
import { begin, type Sent, type Spot, type Stepped, step } from './step.ts';

/** An edge of the abstract graph: the event led to `to` when sent in the first concrete state found under `from`. */
export type Edge = {
  readonly from: string;
  readonly to: string;
  readonly event: EventObject;
  readonly takes: readonly string[];
  /** The state in which the event arrived. */
  readonly at: StateValue | undefined;
  readonly sent: readonly Sent[];
};

/** A node of the abstract graph, with the first concrete state found under its key and the edge that led to it. */
export type Place = {
  readonly key: string;
  readonly spot: Spot;
  readonly via: Edge | undefined;
  readonly depth: number;
  /** For a start, the transitions that its first step took (`always` on entry). */
  readonly takes: readonly string[];
};

export type Model = {
  readonly machine: AnyStateMachine;
  readonly plan: Plan;
  /** In the sequence found, so the nearest come first. */
  readonly states: ReadonlyMap<string, Place>;
  /** Edges by their source key. */
  readonly edges: ReadonlyMap<string, readonly Edge[]>;
  readonly transitions: readonly Definition[];
  readonly taken: ReadonlySet<string>;
  /** Definitions that no planned event can reach, without forbidden ones. */
  readonly unreachable: readonly string[];
  /** Everything was explored: it was not stopped by `until` or `isBrief`. */
  readonly isWhole: boolean;
};

export type Bounds = {
  readonly starts?: readonly Stepped[] | undefined;
  readonly until?: Fits;
  readonly below?: Below;
  /** Stops when every transition was taken once, long before every state was found. */
  readonly isBrief?: boolean | undefined;
};

/**
 * Explores all states of a machine breadth first by pure steps. A child is started in the concrete states that its parents give
 * it. With `until` it stops at the first match, with `isBrief` at the last transition; with `below`, child machines end only as
 * they really can. Throws above the plan's limit of states, and if an event breaks the machine (docs/charts.md#walks).
 */
export function explore(
  machine: AnyStateMachine,
  plan: Plan = {},
  { starts, until = () => false, below, isBrief = false }: Bounds = {},
): Model {
  const states = new Map<string, Place>();
  const edges = new Map<string, readonly Edge[]>();
  const transitions = allDefinitions(machine);
  const missing = new Set(transitions.filter(({ forbidden }) => !forbidden).map(({ id }) => id));
  const taken = new Set<string>();
  const take = (ids: readonly string[]) => {
    for (const id of ids) {
      taken.add(id);
      missing.delete(id);
    }
  };
  const limit = plan.limit ?? 4000;
  const queue: Place[] = [];
  let stopped = false;
  const found = (place: Place) => {
    if (states.has(place.key)) return;
    if (states.size >= limit) throw new Error(`${machine.id}: more than ${limit} places, e.g. ${place.key}`);
    states.set(place.key, place);
    if (until(place.spot.snapshot)) stopped = true;
    queue.push(place);
  };
  for (const { spot, takes } of starts ?? (plan.inputs ?? [undefined]).map((input) => begin(machine, input))) {
    take(takes);
    found({ key: keyOf(plan, spot), spot, via: undefined, depth: 0, takes });
  }
  const isOver = () => stopped || (isBrief && missing.size === 0);
  for (let place = queue.shift(); place !== undefined && !isOver(); place = queue.shift()) {
    const from = place.key;
    const outgoing = enabled(plan, place.spot, below).map((event): [Edge, Spot] => {
      const { spot, takes, at, sent } = step(place.spot, event);
      return [{ from, to: keyOf(plan, spot), event, takes, at, sent }, spot];
    });
    edges.set(
      from,
      outgoing.map(([edge]) => edge),
    );
    for (const [edge, spot] of outgoing) {
      take(edge.takes);
      found({ key: edge.to, spot, via: edge, depth: place.depth + 1, takes: [] });
    }
  }
  return { machine, plan, states, edges, transitions, taken, unreachable: [...missing], isWhole: !isOver() };
}

/** The edges that first led to a node, from its start. Replayed, they lead to exactly its concrete state. */
export function trail(model: Model, place: Place): { readonly start: Place; readonly edges: readonly Edge[] } {
  const edges: Edge[] = [];
  let at = place;
  while (at.via !== undefined) {
    edges.unshift(at.via);
    const before = model.states.get(at.via.from);
    if (before === undefined) throw new Error(`no place "${at.via.from}" in ${model.machine.id}`);
    at = before;
  }
  return { start: at, edges };
}

/** The nearest node whose snapshot fulfils the predicate, or undefined. */
export function nearest(model: Model, fits: Fits): Place | undefined {
  return [...model.states.values()].find((place) => fits(place.spot.snapshot));
}
