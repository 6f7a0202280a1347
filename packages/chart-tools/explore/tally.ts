import { crossingsOf } from './crossings.ts';
import { type Answers, addEvaluatedGuards, type Move, noticed } from './guards.ts';
import { chain } from './pairs.ts';

/** Coverage of charts as plain data, with ids as in `definitions.ts`. */
export type Tallied = {
  /** Transitions by chart. */
  readonly transitions: Readonly<Record<string, readonly string[]>>;
  /** Transitions whose guard was evaluated, by result. */
  readonly guards: { readonly yes: readonly string[]; readonly no: readonly string[] };
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

/** Counts which transitions, in which leaves, and which guards and pairs runs cover. */
export const createTally = (): Tally => {
  const taken = new Map<string, Set<string>>();
  const crossings = new Map<string, Set<string>>();
  const pairs = new Map<string, Set<string>>();
  const guards: Answers = { yes: new Set(), no: new Set() };
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
    moved: (actor, move) => {
      const { machine, event, takes } = move;
      if (event === 'xstate.init') last.delete(actor);
      addEvaluatedGuards(guards, move);
      put(taken, machine.id, takes);
      put(crossings, machine.id, crossingsOf(machine, move.before, takes));
      const before = last.get(actor) ?? '';
      const takenNow = noticed(machine, takes);
      put(pairs, machine.id, chain(before, takenNow));
      last.set(actor, takenNow.at(-1) ?? before);
    },
    add: (results) => {
      for (const [machine, ids] of Object.entries(results.transitions)) put(taken, machine, ids);
      for (const [machine, ids] of Object.entries(results.crossings)) put(crossings, machine, ids);
      for (const [machine, ids] of Object.entries(results.pairs)) put(pairs, machine, ids);
      for (const id of results.guards.yes) guards.yes.add(id);
      for (const id of results.guards.no) guards.no.add(id);
    },
    results: () => ({
      transitions: plain(taken),
      guards: { yes: [...guards.yes], no: [...guards.no] },
      crossings: plain(crossings),
      pairs: plain(pairs),
    }),
  };
};
