import { createFairQueue, type FairQueue } from './fair-queue.ts';

/** A request that waits for a place. */
export type Waiting = { client: string; begin: () => void; refuse: () => void };

type State = { queue: FairQueue<Waiting>; weight: number; credit: number };

export type Places<Name extends string> = {
  /** Counts a request of a client in or out. */
  occupy: (client: string, by: 1 | -1) => void;
  /** Adds a request; one that has to go for it is refused. */
  push: (name: Name, waiting: Waiting) => void;
  remove: (name: Name, waiting: Waiting) => void;
  canBegin: () => boolean;
  /** Begins the next request of the class whose turn it is. */
  beginNext: () => void;
  /** Estimated wait of a new request, ms. A short delay tells nothing: 0 until `sample` requests were measured. */
  wait: (name: Name, client: string) => number;
  waiting: (name: Name) => number;
};

/**
 * Places that several classes of requests share: by weight among the classes that wait (smooth weighted round robin), in turn
 * among the clients of a class, and never more than `perClient` for one client.
 */
export const createPlaces = <Name extends string>(
  classes: readonly { name: Name; weight: number; waiting: number }[],
  { atOnce, perClient, sample }: { atOnce: number; perClient: number; sample: number },
): Places<Name> => {
  const stateOf = (weight: number, waiting: number): State => ({ queue: createFairQueue(waiting), weight, credit: 0 });
  const states = new Map(classes.map(({ name, weight, waiting }) => [name, stateOf(weight, waiting)]));
  let taken = 0;
  const takenBy = new Map<string, number>();
  const isAllowed = (client: string) => (takenBy.get(client) ?? 0) < perClient;

  /** Mean ms between two requests that had to wait; of how many, and when the last began. Reset when nobody waits. */
  let pace = 0;
  let measured = 0;
  let last: number | null = null;
  const measure = (): void => {
    const now = performance.now();
    if (last !== null) {
      measured = Math.min(measured + 1, sample);
      pace += (now - last - pace) / measured;
    }
    last = now;
    if ([...states.values()].some(({ queue }) => queue.size > 0)) return;
    measured = 0;
    pace = 0;
    last = null;
  };

  const ready = (): State[] => (taken < atOnce ? [...states.values()].filter(({ queue }) => queue.has(isAllowed)) : []);

  return {
    occupy: (client, by) => {
      taken += by;
      const own = (takenBy.get(client) ?? 0) + by;
      if (own === 0) takenBy.delete(client);
      else takenBy.set(client, own);
    },
    /* Places that are free now can be waited for as well. */
    push: (name, waiting) => {
      const dropped = states.get(name)?.queue.push(waiting.client, waiting, Math.max(0, atOnce - taken));
      dropped?.refuse();
    },
    remove: (name, waiting) => states.get(name)?.queue.remove(waiting.client, waiting),
    canBegin: () => ready().length > 0,
    beginNext: () => {
      let chosen: State | null = null;
      let total = 0;
      for (const state of ready()) {
        total += state.weight;
        state.credit += state.weight;
        if (chosen === null || state.credit > chosen.credit) chosen = state;
      }
      if (chosen === null) return;
      chosen.credit -= total;
      const first = chosen.queue.take(isAllowed);
      if (chosen.queue.size === 0) chosen.credit = 0;
      measure();
      first?.begin();
    },
    wait: (name, client) => {
      const own = states.get(name);
      if (!own || measured < sample) return 0;
      let sum = 0;
      for (const state of states.values()) if (state === own || state.queue.size > 0) sum += state.weight;
      return (pace * own.queue.ahead(client) * sum) / own.weight;
    },
    waiting: (name) => states.get(name)?.queue.size ?? 0,
  };
};
