import type { AnyActorRef, AnyMachineSnapshot, EventObject } from 'xstate';
import { explore, type Model, nearest } from './explore.ts';
import { type Below, childReport, type End, type Ends, type Fits, keyOf, looksAt, type Plans } from './plan.ts';
import { initialOf, isMachineSnapshot, type Sent, type Spot, step } from './step.ts';
import { type Walk, walkTo } from './tours.ts';

/** A step in the running app: after `event` was caused at the actor, its state must be `state`. */
export type AddressedStep = {
  /** From the root down: `['app', 'purchase', 'payment']` (machine id of the root, then child ids). */
  readonly actor: readonly string[];
  readonly event: EventObject;
  readonly takes: readonly string[];
  readonly state: string;
  /** The actor ends with this step and is removed. */
  readonly ends: boolean;
  /** The event comes from another machine and has happened with the step before: nothing to send, only checked. */
  readonly automatic: boolean;
};

export type Way = {
  readonly spot: Spot;
  readonly steps: readonly AddressedStep[];
  /** The machine's own snapshots on the way. */
  readonly seen: readonly AnyMachineSnapshot[];
};

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** The default name of an end. */
export function outcomeOf(output: unknown): string {
  const { failure, kind, type, status } = record(output);
  const names = failure ? ['failure', record(failure).code ?? failure] : [kind, type, status];
  return names.filter((name) => name !== undefined && name !== null).join(' ') || 'done';
}

const outcomeIn = (plans: Plans, id: string) => plans[id]?.outcome ?? outcomeOf;

/** Behaviour of child machines from their starts; each start is explored once. */
export function belowOf(plans: Plans): Below {
  const known = new Map<string, Ends>();
  const places = new Map<string, Map<Fits, AnyMachineSnapshot | undefined>>();
  const startOf = (child: AnyActorRef) => {
    const start = initialOf(child);
    if (start === undefined) throw new Error(`${child.id} is no machine`);
    const { machine } = start.spot.snapshot;
    const plan = plans[machine.id] ?? {};
    return { start, machine, plan, name: `${machine.id} ${keyOf(plan, start.spot)}` };
  };
  const below: Below = {
    ends: (child) => {
      const { start, machine, plan, name } = startOf(child);
      const found = known.get(name) ?? endsIn(explore(machine, plan, { starts: [start], below }), plans);
      known.set(name, found);
      return found;
    },
    seen: (child, fits) => {
      const { start, machine, plan, name } = startOf(child);
      const looks = places.get(name) ?? new Map<Fits, AnyMachineSnapshot | undefined>();
      places.set(name, looks);
      if (!looks.has(fits)) {
        const model = explore(machine, plan, { starts: [start], until: fits, below });
        looks.set(fits, nearest(model, fits)?.spot.snapshot);
      }
      return looks.get(fits);
    },
  };
  return below;
}

function endsIn(model: Model, plans: Plans): Ends {
  const outcome = outcomeIn(plans, model.machine.id);
  const outputs = new Map<string, End>();
  for (const place of model.states.values()) {
    const { status, output } = place.spot.snapshot;
    if (status !== 'done' || outputs.has(outcome(output))) continue;
    const seen = walkTo(model, place).steps.map(({ spot }) => spot.snapshot);
    outputs.set(outcome(output), { output, seen });
  }
  return { outputs, outcome };
}

/** The current state of a walk's child machines that have moved since they were started. */
export type ChildSpots = Map<AnyActorRef, Spot>;

/** The plans of a walk's child machines, their behaviour, and their current state. */
type Scope = { readonly plans: Plans; readonly below: Below; readonly childSpots: ChildSpots };

/**
 * A walk with its machine's address; events from child machines are replaced by those machines' own steps. Throws if one of them
 * cannot be.
 */
export function addressed(scope: Scope, actor: readonly string[], walk: Walk): Way {
  const steps: AddressedStep[] = [];
  const seen: AnyMachineSnapshot[] = [];
  let { spot } = walk.start;
  for (const planned of walk.steps) {
    const inner = resolveChildEvent(scope, actor, spot, planned.event);
    const event = inner?.event ?? planned.event;
    const { takes, spot: next, sent } = step(spot, event);
    if (takes.join() !== planned.takes.join()) {
      const mismatch = `${actor.join('/')} on ${event.type}: planned ${planned.takes.join(', ')}; took ${takes.join(', ')}`;
      throw new Error(`${mismatch} (does its key hold what its guards read?)`);
    }
    deliver(scope.childSpots, sent);
    const ends = next.snapshot.status === 'done';
    const caused = scope.plans[next.snapshot.machine.id]?.caused?.[event.type];
    const cause = caused && { ...caused, actor: actor.slice(0, -1), takes: [], ends: false, automatic: false };
    const automatic = inner !== undefined || cause !== undefined;
    const own = { actor, event, takes, state: planned.state, ends, automatic };
    steps.push(...(inner?.steps ?? []), ...(cause ? [cause] : []), own);
    spot = next;
    seen.push(next.snapshot);
  }
  return { spot, steps, seen };
}

/** Events that a machine sends to its child machines are delivered, with all that those send on. */
function deliver(childSpots: ChildSpots, sent: readonly Sent[]): void {
  for (const { to, event } of sent) {
    const at = childSpots.get(to) ?? initialOf(to)?.spot;
    if (at?.snapshot.status !== 'active') continue;
    const moved = step(at, event);
    childSpots.set(to, moved.spot);
    deliver(childSpots, moved.sent);
  }
}

/** For an event from a child machine: the child's own steps, and the event that really results. */
function resolveChildEvent(scope: Scope, actor: readonly string[], spot: Spot, event: EventObject) {
  const { plans, childSpots } = scope;
  const { kind, child: id } = childReport(event.type) ?? { kind: '', child: '' };
  const ref: AnyActorRef | undefined = spot.snapshot.children[id];
  const at = ref && (childSpots.get(ref) ?? initialOf(ref)?.spot);
  if (ref === undefined || at === undefined) return undefined;
  const outcome = outcomeIn(plans, at.snapshot.machine.id);
  const wanted = 'output' in event ? event.output : undefined;
  const looks = looksAt(plans[spot.snapshot.machine.id] ?? {}, id, spot.snapshot);
  const seen = 'snapshot' in event ? event.snapshot : undefined;
  const look = looks.find((fits) => isMachineSnapshot(seen) && fits(seen)) ?? (() => false);
  const end: Fits = (s) => s.status === 'done' && outcome(s.output) === outcome(wanted);
  const way = wayTo(scope, [...actor, id], at, kind === 'done' ? end : look);
  // As the walk has left it, the child cannot do what is planned: two of its states share a key and differ.
  if (way === undefined)
    throw new Error(`${[...actor, id].join('/')} cannot do its part of ${event.type} ${outcome(wanted)}`);
  childSpots.set(ref, way.spot);
  const { snapshot } = way.spot;
  return {
    steps: way.steps,
    event: { ...event, ...(kind === 'done' ? { output: snapshot.output, seen: way.seen } : { snapshot }) },
  };
}

/** The shortest addressed steps from a machine's state to a match, or undefined. */
function wayTo(scope: Scope, actor: readonly string[], from: Spot, fits: Fits): Way | undefined {
  const { plans, below } = scope;
  const { machine } = from.snapshot;
  const start = { spot: from, takes: [], sent: [] };
  const model = explore(machine, plans[machine.id] ?? {}, { starts: [start], until: fits, below });
  const place = nearest(model, fits);
  return place && addressed(scope, actor, walkTo(model, place));
}
