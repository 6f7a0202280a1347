import type { EventObject, StateValue } from 'xstate';
import { crossingsOf } from './crossings.ts';
import { dotted } from './definitions.ts';
import { type Edge, type Model, type Place, trail } from './explore.ts';
import { isPossible, keyOf } from './plan.ts';
import { type Spot, step } from './step.ts';

/** A step of a walk: the event, the transition definitions taken, and the resulting state. */
export type Step = {
  readonly event: EventObject;
  /** The state in which the event arrived. */
  readonly at: StateValue | undefined;
  readonly takes: readonly string[];
  /** The state in dot form, without the machine's id: `order.choosing`. */
  readonly state: string;
  readonly key: string;
  readonly spot: Spot;
};

export type Walk = { readonly machine: string; readonly start: Place; readonly steps: readonly Step[] };

type Position = Pick<Step, 'key' | 'spot'>;

/** Takes a step from a state. */
export function take(model: Model, from: Spot, event: EventObject): Step {
  const { spot, takes, at } = step(from, event);
  return { event, at, takes, spot, state: dotted(spot.snapshot.value), key: keyOf(model.plan, spot) };
}

/** Replays edges from a node, wherever they really lead. */
export function follow(model: Model, start: Place, edges: readonly Edge[]): Walk {
  const steps: Step[] = [];
  for (const edge of edges) steps.push(take(model, steps.at(-1)?.spot ?? start.spot, edge.event));
  return { machine: model.machine.id, start, steps };
}

/** The walk by which a node was found. */
export function walkTo(model: Model, place: Place): Walk {
  const { start, edges } = trail(model, place);
  return follow(model, start, edges);
}

/** A step as walks reach it: the key and state before it, and the event; all undefined for the first step of a machine. */
type Reached = {
  readonly from?: string;
  readonly before?: StateValue | undefined;
  readonly event?: EventObject;
  readonly takes: readonly string[];
};

/** Goals of walks that a step reaches, as ids. */
type Goals = (model: Model, step: Reached) => readonly string[];

type GoalsOfEdge = (edge: Edge) => readonly string[];

/** The goals of each edge of a graph, cached, because every search reads them. */
const edgeGoals = (model: Model, goals: Goals): GoalsOfEdge => {
  const known = new Map<Edge, readonly string[]>();
  return (edge) => {
    const { from, event, takes, at } = edge;
    const own = known.get(edge) ?? goals(model, { from, event, takes, before: at });
    known.set(edge, own);
    return own;
  };
};

/** Breadth-first search in the abstract graph: the edges up to the nearest one that reaches a wanted goal. */
function route(
  model: Model,
  goalsOf: GoalsOfEdge,
  from: string,
  wanted: ReadonlySet<string>,
): readonly Edge[] | undefined {
  const back = new Map<string, Edge | undefined>([[from, undefined]]);
  for (const key of back.keys()) {
    for (const edge of model.edges.get(key) ?? []) {
      if (goalsOf(edge).some((id) => wanted.has(id))) return [...retrace(back, key), edge];
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

/** A way from a start to a wanted goal that needs no search and cannot fail, because the explorer itself took it. */
function explored(
  model: Model,
  goals: Goals,
  goalsOf: GoalsOfEdge,
  wanted: ReadonlySet<string>,
): { start: Place; edges: readonly Edge[] } | undefined {
  for (const place of model.states.values()) {
    if (goals(model, { takes: place.takes }).some((id) => wanted.has(id))) return { start: place, edges: [] };
    const edge = model.edges.get(place.key)?.find((e) => goalsOf(e).some((id) => wanted.has(id)));
    if (edge === undefined) continue;
    const { start, edges } = trail(model, place);
    return { start, edges: [...edges, edge] };
  }
  return undefined;
}

/** Every goal of an explored graph. */
const goalsIn = (model: Model, goals: Goals, goalsOf: GoalsOfEdge): Set<string> =>
  new Set([
    ...[...model.states.values()].flatMap(({ takes }) => goals(model, { takes })),
    ...[...model.edges.values()].flat().flatMap(goalsOf),
  ]);

/** Goals that a step reaches; a goal counts once for each payload that the plan names. */
const byPayload = ({ plan, states }: Model, { event, from }: Reached, goals: readonly string[]): readonly string[] => {
  const place = from === undefined ? undefined : states.get(from);
  const payload = (event && place && plan.payload?.(event, place.spot.snapshot)) ?? '';
  return goals.map((goal) => goal + payload);
};

const takenArrows: Goals = (model, step) => {
  const forbidden = model.transitions.filter((d) => d.forbidden).map((d) => d.id);
  const taken = step.takes.filter((id) => !forbidden.includes(id));
  return byPayload(model, step, taken);
};

const takenCrossings: Goals = (model, step) =>
  byPayload(model, step, crossingsOf(model.machine, step.before, step.takes));

/** Few walks that together take every definition that the explorer took, without forbidden ones (docs/charts.md#walks). */
export const tours = (model: Model): Walk[] => walksTo(model, takenArrows);

/** Few walks that together take every definition in every leaf in which the explorer took it (docs/charts.md#walks). */
export const crossings = (model: Model): Walk[] => walksTo(model, takenCrossings);

/**
 * Few walks that together reach every goal: from the current state to the nearest edge that reaches a new one, replayed
 * concretely; restarted when a walk grows too long or reaches nothing new.
 */
function walksTo(model: Model, goals: Goals): Walk[] {
  const goalsOf = edgeGoals(model, goals);
  const wanted = goalsIn(model, goals, goalsOf);
  const maxSteps = model.plan.maxSteps ?? 40;
  const walks: Walk[] = [];
  /** Strikes the goals of a step off those wanted; whether there were any. */
  const gain = (step: Reached) => goals(model, step).filter((id) => wanted.delete(id)).length > 0;
  const gainOf = (from: Position, { event, takes, at }: Step) => gain({ from: from.key, event, takes, before: at });

  while (wanted.size > 0) {
    const first = explored(model, goals, goalsOf, wanted);
    if (first === undefined) throw new Error(`${model.machine.id}: no way to ${[...wanted].join(', ')}`);
    const walk = follow(model, first.start, first.edges);
    const steps = [...walk.steps];
    gain({ takes: walk.start.takes });
    for (const [index, one] of steps.entries()) gainOf(steps[index - 1] ?? walk.start, one);
    while (wanted.size > 0) {
      const edges = route(model, goalsOf, steps.at(-1)?.key ?? walk.start.key, wanted);
      if (edges === undefined || steps.length + edges.length > maxSteps) break;
      if (!extend(model, steps, walk.start, edges, gainOf)) break;
    }
    walks.push({ ...walk, steps });
  }
  return walks;
}

/**
 * Replays edges at the end of a walk as long as they lead to the states of the graph; keeps the steps only if they reach something new.
 */
function extend(
  model: Model,
  steps: Step[],
  start: Place,
  edges: readonly Edge[],
  gain: (from: Position, step: Step) => boolean,
): boolean {
  const more: Step[] = [];
  let gained = false;
  for (const edge of edges) {
    const from = more.at(-1) ?? steps.at(-1) ?? start;
    if (!isPossible(from.spot, edge.event)) break;
    const next = take(model, from.spot, edge.event);
    gained = gain(from, next) || gained;
    more.push(next);
    if (next.key !== edge.to) break;
  }
  if (gained) steps.push(...more);
  return gained;
}
