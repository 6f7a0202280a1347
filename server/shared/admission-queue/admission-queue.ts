import { AsyncLocalStorage } from 'node:async_hooks';
import { addTo, type Network, networksOf } from '#server/core/networks.ts';
import { Problem } from '#server/shared/problem.ts';
import { type Client, createFairQueue, type FairQueue } from './fair-queue.ts';

type Waiting = { client: Client; begin: () => void; refuse: () => void };

/**
 * Class of a request. It counts as a purchase or a ticket only when its token was looked up (`priority.ts`). `payment`: returns
 * from providers and their notices; `verify`: that look-up.
 */
export const classes = ['purchase', 'payment', 'ticket', 'verify', 'catalogue', 'order'] as const;
export type RequestClass = (typeof classes)[number];

/** Weights of the classes that share places; none can starve another. */
const weights: Record<RequestClass, number> = {
  purchase: 8,
  payment: 8,
  ticket: 4,
  verify: 4,
  catalogue: 2,
  order: 1,
};

export const bounds = {
  /** Concurrent requests per pool, and per client within it. */
  atOnce: 16,
  perClient: 4,
  waiting: { purchase: 512, payment: 512, ticket: 512, verify: 512, catalogue: 256, order: 256 },
  /** Longest wait, ms. */
  maxWait: 5_000,
};
export type Bounds = typeof bounds;

/**
 * Places shared by classes of requests: smooth weighted round robin among the classes with waiting requests, round robin among
 * the clients of a class, and at most `perClient` for one address, more for the networks around it.
 */
const createPlaces = (names: readonly RequestClass[], { atOnce, perClient, waiting }: Bounds) => {
  type State = { queue: FairQueue<Waiting>; weight: number; credit: number };
  const stateOf = (name: RequestClass): State => ({
    queue: createFairQueue(waiting[name]),
    weight: weights[name],
    credit: 0,
  });
  const states = new Map(names.map((name) => [name, stateOf(name)]));
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
    push: (name: RequestClass, request: Waiting): void => {
      const dropped = states.get(name)?.queue.push(request.client, request, Math.max(0, atOnce - taken));
      dropped?.refuse();
    },
    remove: (name: RequestClass, request: Waiting) => states.get(name)?.queue.remove(request.client, request),
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
    waiting: (name: RequestClass) => states.get(name)?.queue.size ?? 0,
  };
};

/** How long (ms) new connections may delay the next request; without a limit requests would starve in a flood of connections. */
const connectTime = 8;

/** The place of a running request; `isAway` while it waits for another server. */
type Place = { release: () => void; retake: () => void; isAway: boolean };

/** Random seconds, so that rejected clients do not all come back at once. */
export const retryLater = (): number => 2 + Math.floor(Math.random() * 4);

/** A request that was rejected before any work was done. */
export class Overloaded extends Problem {
  constructor() {
    super('connection_error', { retryAfter: retryLater(), detail: 'Too much at once: nothing was done, ask again.' });
  }
}

/**
 * The admission queue of one process (docs/architecture.md#admission): limited places, weighted classes, and within a class a
 * fair share for each client. Purchases and tickets have reserved places, so that a crowd of new visitors never occupies
 * those. Requests that find their class full, or wait too long, are rejected.
 */
export const createAdmissionQueue = (options: Bounds) => {
  const isOfNewVisitor = (name: RequestClass) => name === 'catalogue' || name === 'order';
  const reserved = createPlaces(
    classes.filter((name) => !isOfNewVisitor(name)),
    options,
  );
  const open = createPlaces(classes.filter(isOfNewVisitor), options);
  const placesOf = (name: RequestClass) => (isOfNewVisitor(name) ? open : reserved);
  const counts = new Map(classes.map((name) => [name, { running: 0, refused: 0 }]));
  const countOf = (name: RequestClass) => counts.get(name) ?? { running: 0, refused: 0 };
  const current = new AsyncLocalStorage<Place>();

  let isPlanned = false;
  let isConnecting = false;
  /**
   * Begins one request of a new visitor in each iteration of the event loop. The embedded database blocks the loop while it
   * works, so requests that arrived meanwhile are read, and queued or rejected, before the next one begins. An iteration accepts
   * only one new connection, however many are waiting (libuv 1.45 and later), so each is followed by another iteration.
   */
  const plan = (): void => {
    if (isPlanned || !(reserved.canBegin() || open.canBegin())) return;
    isPlanned = true;
    const since = performance.now();
    const iterate = (): void => {
      while (reserved.canBegin()) reserved.beginNext();
      if (isConnecting && performance.now() - since < connectTime) {
        isConnecting = false;
        setImmediate(iterate);
        return;
      }
      isPlanned = false;
      open.beginNext();
      plan();
    };
    setImmediate(iterate);
  };

  const placeFor = (name: RequestClass, address: string): Promise<Place> =>
    new Promise((resolve, reject) => {
      const client = networksOf(address).toReversed();
      const [places, count] = [placesOf(name), countOf(name)];
      const move = (by: 1 | -1) => {
        count.running += by;
        places.occupy(client, by);
        if (by === -1) plan();
      };
      const refuse = () => {
        clearTimeout(timer);
        count.refused += 1;
        reject(new Overloaded());
      };
      const begin = () => {
        clearTimeout(timer);
        move(1);
        resolve({ release: () => move(-1), retake: () => move(1), isAway: false });
      };
      const request: Waiting = { client, begin, refuse };
      const timer = setTimeout(() => {
        places.remove(name, request);
        refuse();
      }, options.maxWait);
      places.push(name, request);
      plan();
    });

  return {
    /** Runs `work` when a place is free. Throws Overloaded (503, with Retry-After) when too many requests are ahead. */
    admit: async <T>(name: RequestClass, client: string, work: () => Promise<T>): Promise<T> => {
      const place = await placeFor(name, client);
      try {
        return await current.run(place, work);
      } finally {
        place.release();
      }
    },
    /** Calls another server. The request gives up its place meanwhile; outside of a request the call just runs. */
    outside: async <T>(call: () => Promise<T>): Promise<T> => {
      const place = current.getStore();
      if (!place || place.isAway) return call();
      place.isAway = true;
      place.release();
      try {
        return await call();
      } finally {
        /* Continues immediately, even beyond `atOnce`: such requests are few and have waited before. */
        place.retake();
        place.isAway = false;
      }
    },
    /** Must be called for each new connection. */
    connected: (): void => {
      isConnecting = true;
    },
    /** Running and waiting requests of a class, and the total of rejected ones. */
    count: (name: RequestClass) => {
      const { running, refused } = countOf(name);
      return { running, waiting: placesOf(name).waiting(name), refused };
    },
  };
};
export type AdmissionQueue = ReturnType<typeof createAdmissionQueue>;
