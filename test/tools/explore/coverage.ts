import { type AnyActorRef, type AnyMachineSnapshot, type InspectionEvent, StateMachine } from 'xstate';
import { type Definition, definitionId, dotted } from './definitions.ts';
import { pathOf } from './held.ts';

/** An event that reached a machine and that nothing there heard (DESIGN §3.7). */
export type Ignored = { readonly actor: string; readonly state: string; readonly event: string };

export type Coverage = {
  /** Give it to `createActor(machine, { inspect })` of the root: it hears the whole system. */
  readonly inspect: (event: InspectionEvent) => void;
  /** Ids of taken definitions by machine id. */
  readonly taken: ReadonlyMap<string, ReadonlySet<string>>;
  readonly ignored: readonly Ignored[];
};

const inner = /^xstate\.(init|stop|done\.state\.|snapshot\.)/;

/** Records what the machines of a running system really take, and what they ignore. One recorder may serve many runs. */
export function createCoverage(): Coverage {
  const taken = new Map<string, Set<string>>();
  const ignored: Ignored[] = [];
  return {
    taken,
    ignored,
    inspect: (e) => {
      if (e.type !== '@xstate.microstep') return;
      for (const t of e._transitions) {
        const machine = t.source.machine.id;
        taken.set(machine, (taken.get(machine) ?? new Set()).add(definitionId(t)));
      }
      if (e._transitions.length > 0 || inner.test(e.event.type) || !isMachineSnapshot(e.snapshot)) return;
      // a second click while an answer is awaited is no fault of the chart (DESIGN §3.7)
      if (e.snapshot.hasTag('pending') && !e.event.type.startsWith('xstate.')) return;
      const actor = isActor(e.actorRef) ? pathOf(e.actorRef).join('/') : e.snapshot.machine.id;
      ignored.push({ actor, state: dotted(e.snapshot.value), event: e.event.type });
    },
  };
}

function isMachineSnapshot(snapshot: object): snapshot is AnyMachineSnapshot {
  return 'machine' in snapshot && snapshot.machine instanceof StateMachine;
}

function isActor(ref: object): ref is AnyActorRef {
  return 'id' in ref && 'send' in ref && 'getSnapshot' in ref;
}

/** Transition definitions a later issue will make reachable, or that no visitor can take; reviewed, by name. */
export type Exclusion = {
  readonly machine: string;
  readonly definition: string;
  readonly issue: number;
  readonly reason: string;
};

export type Account = {
  readonly counted: number;
  readonly taken: number;
  /** Counted, and not taken. */
  readonly missing: readonly string[];
  /** Excluded, and yet taken, or no longer in the chart: the list is stale. */
  readonly stale: readonly Exclusion[];
};

/** In: the definitions of a machine, the ids taken, the reviewed exclusions. Out: what 100 % still lacks. */
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
