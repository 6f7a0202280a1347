import { addTo, type Network } from '#server/core/networks.ts';
import { type Client, createFairQueue, type FairQueue } from './fair-queue.ts';

export type Waiting = { client: Client; begin: () => void; refuse: () => void };

type State = { queue: FairQueue<Waiting>; weight: number; credit: number };

/**
 * Places shared by classes of requests: smooth weighted round robin among the classes with waiting requests, round robin among
 * the clients of a class, and at most `perClient` for one address, more for the networks around it.
 */
export const createPlaces = <Name extends string>(
  classes: readonly { name: Name; weight: number; waiting: number }[],
  { atOnce, perClient }: { atOnce: number; perClient: number },
) => {
  const stateOf = (weight: number, waiting: number): State => ({ queue: createFairQueue(waiting), weight, credit: 0 });
  const states = new Map(classes.map(({ name, weight, waiting }) => [name, stateOf(weight, waiting)]));
  let taken = 0;
  const takenBy = new Map<string, number>();
  const isAllowed = ({ id, factor }: Network) => (takenBy.get(id) ?? 0) < perClient * factor;

  const ready = (): State[] => (taken < atOnce ? [...states.values()].filter(({ queue }) => queue.has(isAllowed)) : []);

  return {
    /** Adds or removes a running request of a client. */
    occupy: (client: Client, by: 1 | -1): void => {
      taken += by;
      addTo(takenBy, client, by);
    },
    /**
     * Queues a request; the one that is dropped for it is rejected. Requests for which a place is free now may exceed the size of the
     * queue.
     */
    push: (name: Name, waiting: Waiting): void => {
      const dropped = states.get(name)?.queue.push(waiting.client, waiting, Math.max(0, atOnce - taken));
      dropped?.refuse();
    },
    remove: (name: Name, waiting: Waiting) => states.get(name)?.queue.remove(waiting.client, waiting),
    canBegin: () => ready().length > 0,
    /** Begins the next request, by weight of the classes. */
    beginNext: (): void => {
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
      first?.begin();
    },
    waiting: (name: Name) => states.get(name)?.queue.size ?? 0,
  };
};
