import { addTo, type Network } from '#server/core/networks.ts';
import { type Client, createFairQueue, type FairQueue } from './fair-queue.ts';

/** A request that waits for a place. */
export type Waiting = { client: Client; begin: () => void; refuse: () => void };

type State = { queue: FairQueue<Waiting>; weight: number; credit: number };

/**
 * Places shared by classes of requests: smooth weighted round robin among the classes with waiting requests, round robin among
 * the clients of a class, and at most `perClient` for one address, more for the networks around it.
 */
export const createPlaces = <Name extends string>(
  classes: readonly { name: Name; weight: number; waiting: number }[],
  { atOnce, perClient, sample }: { atOnce: number; perClient: number; sample: number },
) => {
  const stateOf = (weight: number, waiting: number): State => ({ queue: createFairQueue(waiting), weight, credit: 0 });
  const states = new Map(classes.map(({ name, weight, waiting }) => [name, stateOf(weight, waiting)]));
  let taken = 0;
  const takenBy = new Map<string, number>();
  const isAllowed = ({ id, factor }: Network) => (takenBy.get(id) ?? 0) < perClient * factor;

  /**
   * Mean ms between two admissions while requests wait, the number of measurements, and the time of the last admission. Reset
   * when no request waits.
   */
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
      measure();
      first?.begin();
    },
    /** Estimated wait of a new request, ms; 0 until `sample` admissions were measured, since fewer are not representative. */
    wait: (name: Name, client: Client): number => {
      const own = states.get(name);
      if (!own || measured < sample) return 0;
      let sum = 0;
      for (const state of states.values()) if (state === own || state.queue.size > 0) sum += state.weight;
      return (pace * own.queue.ahead(client) * sum) / own.weight;
    },
    waiting: (name: Name) => states.get(name)?.queue.size ?? 0,
  };
};
