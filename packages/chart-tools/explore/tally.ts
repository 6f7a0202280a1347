import type { AnyStateMachine, StateValue } from 'xstate';
import { crossingsOf } from './crossings.ts';
import { allDefinitions, isSilent } from './definitions.ts';
import { chain } from './pairs.ts';

/** A macrostep of a machine. */
export type Move = {
  readonly machine: AnyStateMachine;
  /** The state before; undefined for the first step. */
  readonly before: StateValue | undefined;
  /** The event's type. */
  readonly event: string;
  /** Ids of the definitions taken, in sequence, including those of `always` and raised events. */
  readonly takes: readonly string[];
};

/** Coverage of charts as plain data, with ids as in `definitions.ts`. */
export type Tallied = {
  /** Transitions by chart. */
  readonly transitions: Readonly<Record<string, readonly string[]>>;
  /** `leaf × transition` by chart. */
  readonly crossings: Readonly<Record<string, readonly string[]>>;
  /** `one > other` by chart. */
  readonly pairs: Readonly<Record<string, readonly string[]>>;
};

export type Tally = {
  /** Records a move. Actors are identified by any object or name; `xstate.init` starts an actor again. */
  readonly moved: (actor: unknown, move: Move) => void;
  /** Adds the results of another tally. */
  readonly add: (results: Tallied) => void;
  /** Ids of taken definitions by machine id. */
  readonly taken: ReadonlyMap<string, ReadonlySet<string>>;
  readonly results: () => Tallied;
};

const silentOf = new WeakMap<AnyStateMachine, ReadonlySet<string>>();
/** The transitions of a machine that do not count in pairs. */
const silentIn = (machine: AnyStateMachine): ReadonlySet<string> => {
  const silent =
    silentOf.get(machine) ?? new Set(allDefinitions(machine).flatMap((one) => (isSilent(one) ? one.id : [])));
  silentOf.set(machine, silent);
  return silent;
};

/** Counts which transitions, in which leaves, and which pairs runs cover. */
export const createTally = (): Tally => {
  const taken = new Map<string, Set<string>>();
  const crossings = new Map<string, Set<string>>();
  const pairs = new Map<string, Set<string>>();
  const last = new Map<unknown, string>();
  const put = (into: Map<string, Set<string>>, machine: string, ids: readonly string[]): void => {
    const known = into.get(machine) ?? new Set();
    for (const id of ids) known.add(id);
    into.set(machine, known);
  };
  const plain = (sets: ReadonlyMap<string, ReadonlySet<string>>) =>
    Object.fromEntries([...sets].map(([machine, ids]) => [machine, [...ids]]));
  return {
    taken,
    moved: (actor, { machine, before: from, event, takes }) => {
      if (event === 'xstate.init') last.delete(actor);
      put(taken, machine.id, takes);
      put(crossings, machine.id, crossingsOf(machine, from, takes));
      const before = last.get(actor) ?? '';
      const takenNow = takes.filter((id) => !silentIn(machine).has(id));
      put(pairs, machine.id, chain(before, takenNow));
      last.set(actor, takenNow.at(-1) ?? before);
    },
    add: (results) => {
      for (const [machine, ids] of Object.entries(results.transitions)) put(taken, machine, ids);
      for (const [machine, ids] of Object.entries(results.crossings)) put(crossings, machine, ids);
      for (const [machine, ids] of Object.entries(results.pairs)) put(pairs, machine, ids);
    },
    results: () => ({
      transitions: plain(taken),
      crossings: plain(crossings),
      pairs: plain(pairs),
    }),
  };
};
