import type { AnyStateMachine } from 'xstate';
import { explore, type Model } from './explore.ts';
import { type Below, keyOf, type Plans } from './plan.ts';
import { type AddressedStep, addressed, belowOf, type ChildSpots, type Way } from './realise.ts';
import { begin, childrenOf, initialOf, type Stepped, step } from './step.ts';
import { tours, type Walk, walkTo } from './tours.ts';

/** A walk of one machine in the running app: the steps to its start, then its own steps. */
export type Journey = {
  readonly machine: string;
  readonly actor: readonly string[];
  /** The input that the root has to be started with. */
  readonly input: unknown;
  readonly steps: readonly AddressedStep[];
  /** Number of steps before the walk's own begin. */
  readonly prefix: number;
};

/** A machine at its position in the actor tree, explored from every state in which its parents start it. */
export type Post = {
  readonly actor: readonly string[];
  readonly model: Model;
  readonly journeys: readonly Journey[];
  /** A walk of the machine as a journey. */
  readonly journeyOf: (walk: Walk) => Journey;
};

type Start = { readonly input: unknown; readonly from: Stepped; readonly prefix: readonly AddressedStep[] };
type Route = Way & { readonly input: unknown; readonly prefix: number; readonly childSpots: ChildSpots };

type Options = {
  /** Only the machines on the way to this actor. */
  readonly towards?: readonly string[];
  /** Whether a machine is explored until its last transition only: each, or those that it names. */
  readonly isBrief?: boolean | ((machine: string) => boolean);
};

/**
 * Every machine of the app at its position in the actor tree: explored from where its parents really start it, toured (or walked
 * as in `walked`), each walk preceded by the shortest way to its start (docs/charts.md#walks). Throws if an end that a parent
 * needs cannot be realised.
 */
export function journeys(
  root: AnyStateMachine,
  plans: Plans,
  walked: (model: Model) => readonly Walk[] = tours,
  options: Options = {},
): Post[] {
  const inputs = plans[root.id]?.inputs ?? [undefined];
  const starts = inputs.map((input) => ({ input, from: begin(root, input), prefix: [] }));
  return posts({ ...options, plans, walked, below: belowOf(plans) }, root, [root.id], starts);
}

type Tour = Options & {
  readonly plans: Plans;
  readonly below: Below;
  readonly walked: (model: Model) => readonly Walk[];
};

function posts(tour: Tour, machine: AnyStateMachine, actor: readonly string[], starts: readonly Start[]): Post[] {
  const { plans, below, walked, towards, isBrief } = tour;
  const bounds = {
    starts: starts.map(({ from }) => from),
    below,
    isBrief: typeof isBrief === 'function' ? isBrief(machine.id) : isBrief,
  };
  const model = explore(machine, plans[machine.id] ?? {}, bounds);
  const way = (walk: Walk): Route => {
    const { input, prefix } = starts.find(({ from }) => from.spot === walk.start.spot) ?? {
      input: undefined,
      prefix: [],
    };
    const childSpots: ChildSpots = new Map();
    const { spot, steps, seen } = addressed({ plans, below, childSpots }, actor, walk);
    return { input, prefix: prefix.length, childSpots, spot, seen, steps: [...prefix, ...steps] };
  };
  const journeyOf = (walk: Walk): Journey => {
    const { input, prefix, steps } = way(walk);
    return { machine: machine.id, actor, input, steps, prefix };
  };
  // Before the children, so that `walked` sees the machines in the sequence of the posts.
  const own = walked(model).map(journeyOf);
  const isOnTheWay = (id: string) => towards === undefined || towards[actor.length] === id;
  const children = [...childStarts(plans, model, way, isOnTheWay)].flatMap(([id, child]) =>
    posts(tour, child.machine, [...actor, id], child.starts),
  );
  return [{ actor, model, journeys: own, journeyOf }, ...children];
}

type Found = { readonly machine: AnyStateMachine; readonly starts: Start[]; readonly keys: Set<string> };

/** The different states in which a machine starts its child machines, each with the shortest way to it. */
function childStarts(
  plans: Plans,
  model: Model,
  way: (walk: Walk) => Route,
  isWanted: (id: string) => boolean,
): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const state of model.states.values()) {
    for (const [id, ref] of childrenOf(state.spot.snapshot).filter(([id]) => isWanted(id))) {
      const initial = initialOf(ref);
      if (initial?.spot.snapshot.status !== 'active' || state.spot.ended.has(ref)) continue;
      const { machine } = initial.spot.snapshot;
      const plan = plans[machine.id] ?? {};
      const beginning = state.via?.sent.find(({ to, event }) => to === ref && event.type === plan.begins);
      const planned = beginning ? step(initial.spot, beginning.event) : initial;
      const row: Found = found.get(id) ?? { machine, starts: [], keys: new Set<string>() };
      found.set(id, row);
      if (row.keys.has(keyOf(plan, planned.spot))) continue;
      const { input, spot, steps, childSpots } = way(walkTo(model, state));
      // The walk may give the child other data than the explorer did: the child starts with these, and both keys are then known.
      const child = spot.snapshot.children[id];
      const started = beginning ? planned : (initialOf(child) ?? planned);
      const real = { ...started, spot: childSpots.get(child) ?? started.spot };
      row.keys.add(keyOf(plan, planned.spot)).add(keyOf(plan, real.spot));
      row.starts.push({ input, from: real, prefix: steps });
    }
  }
  return found;
}
