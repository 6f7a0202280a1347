import type { EventObject } from 'xstate';
import { dotted } from './definitions.ts';
import { type Edge, type Model, nearest, type Place, trail } from './explore.ts';
import { type Fits, isPossible, keyOf } from './plan.ts';
import { type Spot, step } from './step.ts';

/** One step of a walk: the event, the transition definitions taken, and the resulting state. */
export type Step = {
  readonly event: EventObject;
  readonly takes: readonly string[];
  /** The state in dot form, without the machine's id: `order.choosing`. */
  readonly state: string;
  readonly key: string;
  readonly spot: Spot;
};

export type Walk = { readonly machine: string; readonly start: Place; readonly steps: readonly Step[] };

/** One step from a state. */
export function take(model: Model, from: Spot, event: EventObject): Step {
  const { spot, takes } = step(from, event);
  return { event, takes, spot, state: dotted(spot.snapshot.value), key: keyOf(model.plan, spot) };
}

/** Replays edges from a node, wherever they really lead. */
export function follow(model: Model, start: Place, edges: readonly Edge[]): Walk {
  const steps: Step[] = [];
  for (const edge of edges) steps.push(take(model, steps.at(-1)?.spot ?? start.spot, edge.event));
  return { machine: model.machine.id, start, steps };
}

/** The shortest walk to a node whose snapshot fulfils the predicate. Throws if there is none. */
export function shortest(model: Model, fits: Fits): Walk {
  const place = nearest(model, fits);
  if (place === undefined) throw new Error(`${model.machine.id}: no walk leads there`);
  return walkTo(model, place);
}

/** The walk by which a node was found. */
export function walkTo(model: Model, place: Place): Walk {
  const { start, edges } = trail(model, place);
  return follow(model, start, edges);
}

/** Breadth-first search in the abstract graph: the edges up to the nearest one that takes a wanted transition. */
function route(model: Model, from: string, wanted: ReadonlySet<string>): readonly Edge[] | undefined {
  const back = new Map<string, Edge | undefined>([[from, undefined]]);
  for (const key of back.keys()) {
    for (const edge of model.edges.get(key) ?? []) {
      if (edge.takes.some((id) => wanted.has(id))) return [...retrace(back, key), edge];
      if (!back.has(edge.to)) back.set(edge.to, edge);
    }
  }
  return undefined;
}

/** The edges to a node, given the edge that first led to each node. */
export function retrace(back: ReadonlyMap<string, Edge | undefined>, to: string): Edge[] {
  const edges: Edge[] = [];
  for (let edge = back.get(to); edge !== undefined; edge = back.get(edge.from)) edges.unshift(edge);
  return edges;
}

/** A way from a start that takes a wanted transition for certain, because the explorer went it. */
function surely(model: Model, wanted: ReadonlySet<string>): { start: Place; edges: readonly Edge[] } | undefined {
  const has = (takes: readonly string[]) => takes.some((id) => wanted.has(id));
  for (const place of model.states.values()) {
    if (has(place.takes)) return { start: place, edges: [] };
    const edge = model.edges.get(place.key)?.find((e) => has(e.takes));
    if (edge === undefined) continue;
    const { start, edges } = trail(model, place);
    return { start, edges: [...edges, edge] };
  }
  return undefined;
}

/**
 * Few walks that together take every definition that the explorer took, without forbidden ones (docs/charts.md#walks): from the
 * current state to the nearest edge that takes a new one, replayed concretely; restarted when a walk grows too long or reaches
 * nothing new.
 */
export function tours(model: Model): Walk[] {
  const forbidden = new Set(model.transitions.filter((d) => d.forbidden).map((d) => d.id));
  const wanted = new Set([...model.taken].filter((id) => !forbidden.has(id)));
  const maxSteps = model.plan.maxSteps ?? 40;
  const walks: Walk[] = [];
  const gain = (takes: readonly string[]) => takes.filter((id) => wanted.delete(id)).length > 0;

  while (wanted.size > 0) {
    const first = surely(model, wanted);
    if (first === undefined) throw new Error(`${model.machine.id}: no way to ${[...wanted].join(', ')}`);
    const walk = follow(model, first.start, first.edges);
    const steps = [...walk.steps];
    for (const { takes } of [walk.start, ...steps]) gain(takes);
    for (let grown = true; grown && wanted.size > 0; ) {
      const edges = route(model, steps.at(-1)?.key ?? walk.start.key, wanted) ?? [];
      grown =
        edges.length > 0 && steps.length + edges.length <= maxSteps && extend(model, steps, walk.start, edges, gain);
    }
    walks.push({ ...walk, steps });
  }
  return walks;
}

/**
 * Replays edges at the end of a walk as long as they lead to the states of the graph; keeps the steps only if they take something new.
 */
function extend(
  model: Model,
  steps: Step[],
  start: Place,
  edges: readonly Edge[],
  gain: (takes: readonly string[]) => boolean,
): boolean {
  const more: Step[] = [];
  for (const edge of edges) {
    const from = more.at(-1)?.spot ?? steps.at(-1)?.spot ?? start.spot;
    if (!isPossible(from, edge.event)) break;
    const next = take(model, from, edge.event);
    more.push(next);
    if (next.key !== edge.to) break;
  }
  const gained = more.filter(({ takes }) => gain(takes)).length > 0;
  if (gained) steps.push(...more);
  return gained;
}
