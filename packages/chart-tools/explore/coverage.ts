import type { AnyActorRef, InspectionEvent, StateValue } from 'xstate';
import { crossingsOf } from './crossings.ts';
import { type Definition, definitionId, dotted } from './definitions.ts';
import { pathOf } from './simulated.ts';
import { isMachineSnapshot } from './step.ts';

/** An event that reached a machine and was handled by no transition (docs/charts.md#unhandled-events). */
export type Ignored = { readonly actor: string; readonly state: string; readonly event: string };

/** Coverage of charts as plain data, with ids as in `definitions.ts`. */
export type Tallied = {
  /** Transitions by chart. */
  readonly transitions: Readonly<Record<string, readonly string[]>>;
  /** `leaf × transition` by chart. */
  readonly crossings: Readonly<Record<string, readonly string[]>>;
};

export type Coverage = {
  /** For `createActor(machine, { inspect })` of the root; receives the events of the whole system. */
  readonly inspect: (event: InspectionEvent) => void;
  readonly ignored: readonly Ignored[];
  /** Transitions and crossings so far. */
  readonly results: () => Tallied;
  /** Adds the results of another recorder. */
  readonly add: (results: Tallied, ignored: readonly Ignored[]) => void;
};

const inner = /^xstate\.(init|stop|done\.state\.|snapshot\.)/;

/**
 * Records which transitions the machines of a running system take, in which leaves, and which events they ignore. One recorder may
 * serve many runs.
 */
export function createCoverage(): Coverage {
  const taken = new Map<string, Set<string>>();
  const crossings = new Map<string, Set<string>>();
  const put = (into: Map<string, Set<string>>, machine: string, ids: readonly string[]): unknown =>
    into.set(machine, new Set([...(into.get(machine) ?? []), ...ids]));
  const plain = (sets: ReadonlyMap<string, ReadonlySet<string>>) =>
    Object.fromEntries([...sets].map(([machine, ids]) => [machine, [...ids]]));
  const ignored: Ignored[] = [];
  const values = new WeakMap<object, StateValue>();
  const steps = new WeakMap<object, string[]>();
  return {
    results: () => ({ transitions: plain(taken), crossings: plain(crossings) }),
    add: (results, more) => {
      for (const [machine, ids] of Object.entries(results.transitions)) put(taken, machine, ids);
      for (const [machine, ids] of Object.entries(results.crossings)) put(crossings, machine, ids);
      ignored.push(...more);
    },
    ignored,
    // XState reports the microsteps of an event first, then one snapshot, which ends it.
    inspect: (e) => {
      if (!('snapshot' in e) || !isMachineSnapshot(e.snapshot)) return;
      const { snapshot, actorRef: actor } = e;
      if (e.type === '@xstate.snapshot') {
        const { machine, value } = snapshot;
        const takes = steps.get(actor) ?? [];
        put(taken, machine.id, takes);
        put(crossings, machine.id, crossingsOf(machine, values.get(actor), takes));
        values.set(actor, value);
        steps.delete(actor);
      }
      if (e.type !== '@xstate.microstep') return;
      steps.set(actor, [...(steps.get(actor) ?? []), ...e._transitions.map(definitionId)]);
      if (e._transitions.length > 0 || inner.test(e.event.type)) return;
      // A second click while a response is pending is no fault of the chart (docs/charts.md#unhandled-events).
      if (snapshot.hasTag('pending') && !e.event.type.startsWith('xstate.')) return;
      const name = isActor(actor) ? pathOf(actor).join('/') : snapshot.machine.id;
      ignored.push({ actor: name, state: dotted(snapshot.value), event: e.event.type });
    },
  };
}

function isActor(ref: object): ref is AnyActorRef {
  return 'id' in ref && 'send' in ref && 'getSnapshot' in ref;
}

/** A transition definition that no visitor can take; reviewed, by name. */
export type Exclusion = {
  readonly machine: string;
  readonly definition: string;
  readonly reason: string;
};

export type Account = {
  readonly counted: number;
  readonly taken: number;
  /** Counted but not taken. */
  readonly missing: readonly string[];
  /** Excluded but taken, or no longer in the chart: the list is outdated. */
  readonly stale: readonly Exclusion[];
};

/** Compares a machine's definitions with those taken and the reviewed exclusions. */
export function account(
  definitions: readonly Definition[],
  taken: ReadonlySet<string>,
  exclusions: readonly Exclusion[] = [],
): Account {
  const machines = new Set(definitions.map((d) => d.machine));
  const excused = exclusions.filter((x) => machines.has(x.machine));
  const names = new Set(excused.map((x) => x.definition));
  const counted = definitions.filter((d) => !d.forbidden && !names.has(d.id));
  const missing = counted.filter((d) => !taken.has(d.id)).map((d) => d.id);
  const known = new Set(definitions.filter((d) => !d.forbidden).map((d) => d.id));
  const stale = excused.filter((x) => taken.has(x.definition) || !known.has(x.definition));
  return { counted: counted.length, taken: counted.length - missing.length, missing, stale };
}
