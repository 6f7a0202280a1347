import type { AnyStateMachine, StateValue } from 'xstate';
import { crossingsOf } from './crossings.ts';

/** A macrostep of a machine. */
export type Move = {
  readonly machine: AnyStateMachine;
  /** The state before; undefined for the first step. */
  readonly before: StateValue | undefined;
  /** Ids of the definitions taken, in sequence, including those of `always` and raised events. */
  readonly takes: readonly string[];
};

/** Coverage of charts as plain data, with ids as in `definitions.ts`. */
export type Tallied = {
  /** Transitions by chart. */
  readonly transitions: Readonly<Record<string, readonly string[]>>;
  /** `leaf × transition` by chart. */
  readonly crossings: Readonly<Record<string, readonly string[]>>;
};

export type Tally = {
  readonly moved: (move: Move) => void;
  /** Adds the results of another tally. */
  readonly add: (results: Tallied) => void;
  /** Ids of taken definitions by machine id. */
  readonly taken: ReadonlyMap<string, ReadonlySet<string>>;
  readonly results: () => Tallied;
};

/** Counts which transitions runs cover, and in which leaves. */
export const createTally = (): Tally => {
  const taken = new Map<string, Set<string>>();
  const crossings = new Map<string, Set<string>>();
  const put = (into: Map<string, Set<string>>, machine: string, ids: readonly string[]): void => {
    const known = into.get(machine) ?? new Set();
    for (const id of ids) known.add(id);
    into.set(machine, known);
  };
  const plain = (sets: ReadonlyMap<string, ReadonlySet<string>>) =>
    Object.fromEntries([...sets].map(([machine, ids]) => [machine, [...ids]]));
  return {
    taken,
    moved: ({ machine, before, takes }) => {
      put(taken, machine.id, takes);
      put(crossings, machine.id, crossingsOf(machine, before, takes));
    },
    add: (results) => {
      for (const [machine, ids] of Object.entries(results.transitions)) put(taken, machine, ids);
      for (const [machine, ids] of Object.entries(results.crossings)) put(crossings, machine, ids);
    },
    results: () => ({ transitions: plain(taken), crossings: plain(crossings) }),
  };
};
