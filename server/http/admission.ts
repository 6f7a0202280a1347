import { AsyncLocalStorage } from 'node:async_hooks';
import { createFairQueue, type FairQueue } from './fair-queue.ts';
import { Problem } from './problem.ts';

/**
 * What a request is for. A request counts as a purchase or a ticket only when its token was looked up (`priority.ts`);
 * `payment` is the way back from providers and their notices, `verify` that look-up.
 */
export const classes = ['purchase', 'payment', 'ticket', 'verify', 'catalogue', 'order'] as const;
export type RequestClass = (typeof classes)[number];

/** How often a class gets a turn while others wait as well: none can keep another waiting for ever. */
const weights: Record<RequestClass, number> = {
  purchase: 8,
  payment: 8,
  ticket: 4,
  verify: 4,
  catalogue: 2,
  order: 1,
};

/** Purchases and tickets have places of their own, so that a crowd of new visitors never occupies those. */
const pools = ['begun', 'open'] as const;
type Pool = (typeof pools)[number];
const poolOf = (name: RequestClass): Pool => (name === 'catalogue' || name === 'order' ? 'open' : 'begun');

export type Bounds = {
  /** Requests of a pool that are worked on at once, and how many of them one client may have. */
  atOnce: number;
  perClient: number;
  waiting: Record<RequestClass, number>;
  /** Longest estimated wait, ms; a request is also refused after waiting half as long again. */
  patience: number;
  /** Begun requests the estimate is made from. */
  sample: number;
};

export const bounds: Bounds = {
  atOnce: 16,
  perClient: 4,
  waiting: { purchase: 512, payment: 512, ticket: 512, verify: 512, catalogue: 256, order: 256 },
  patience: 5_000,
  sample: 128,
};

/** How long new connections may delay the next request, ms: without an end to it requests would starve in a crowd. */
const connectTime = 8;

type Waiting = { client: string; begin: () => void; refuse: () => void };
/** A place while its request runs; `isAway` while that waits for another server. */
type Place = { leave: () => void; retake: () => void; isAway: boolean };

/** Seconds, not the same for all: refused clients do not come back together. */
const pause = (): number => 2 + Math.floor(Math.random() * 4);

const tooMuch = (): Problem =>
  new Problem('connection_error', { retryAfter: pause(), detail: 'Too much at once: nothing was done, ask again.' });

export type AdmissionQueue = {
  /** Runs `work` when it is its turn. Throws connection_error (503, with Retry-After) when too many requests are ahead. */
  admit: <T>(name: RequestClass, client: string, work: () => Promise<T>) => Promise<T>;
  /** Runs a call to another server. The request's place is free meanwhile; without a request it is just run. */
  outside: <T>(call: () => Promise<T>) => Promise<T>;
  /** To be called for each new connection. */
  connected: () => void;
  /** Requests of a class that run and wait now, and all that were refused. */
  count: (name: RequestClass) => { running: number; waiting: number; refused: number };
};

type State = { queue: FairQueue<Waiting>; running: number; refused: number; credit: number };

/**
 * The admission queue of one process: bounded places, classes by weight, and within a class a fair share for each client
 * (README "Too much at once"). Requests that would wait longer than `patience` are refused at once.
 */
export const createAdmissionQueue = (given: Bounds = bounds): AdmissionQueue => {
  const { atOnce, perClient, waiting, patience, sample } = given;
  const stateOf = (name: RequestClass): State => ({
    queue: createFairQueue(waiting[name]),
    running: 0,
    refused: 0,
    credit: 0,
  });
  const states: Record<RequestClass, State> = {
    purchase: stateOf('purchase'),
    payment: stateOf('payment'),
    ticket: stateOf('ticket'),
    verify: stateOf('verify'),
    catalogue: stateOf('catalogue'),
    order: stateOf('order'),
  };
  const taken: Record<Pool, { all: number; of: Map<string, number> }> = {
    begun: { all: 0, of: new Map() },
    open: { all: 0, of: new Map() },
  };
  const current = new AsyncLocalStorage<Place>();

  const occupy = (pool: Pool, client: string, by: 1 | -1): void => {
    const { of } = taken[pool];
    taken[pool].all += by;
    const own = (of.get(client) ?? 0) + by;
    if (own === 0) of.delete(client);
    else of.set(client, own);
  };
  const isAllowed = (pool: Pool) => (client: string) => (taken[pool].of.get(client) ?? 0) < perClient;
  const canBegin = (name: RequestClass): boolean => {
    const pool = poolOf(name);
    return taken[pool].all < atOnce && states[name].queue.has(isAllowed(pool));
  };
  const isEmpty = () => classes.every((name) => states[name].queue.size === 0);

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
    if (!isEmpty()) return;
    measured = 0;
    pace = 0;
    last = null;
  };

  /** Smooth weighted round robin over the classes that can begin one. */
  const next = (): void => {
    let chosen: RequestClass | null = null;
    let total = 0;
    for (const name of classes) {
      if (!canBegin(name)) continue;
      total += weights[name];
      states[name].credit += weights[name];
      if (chosen === null || states[name].credit > states[chosen].credit) chosen = name;
    }
    if (chosen === null) return;
    const state = states[chosen];
    state.credit -= total;
    const first = state.queue.take(isAllowed(poolOf(chosen)));
    if (state.queue.size === 0) state.credit = 0;
    measure();
    first?.begin();
  };

  let isPlanned = false;
  let isConnecting = false;
  /**
   * Begins one request in each turn of the event loop: the embedded database blocks it while it works, so requests that came
   * meanwhile are read, and queued or refused, before the next one begins. A turn accepts only one new connection, however many
   * are waiting (libuv 1.45 and later), so after one there is another turn.
   */
  const plan = (): void => {
    if (isPlanned || !classes.some(canBegin)) return;
    isPlanned = true;
    const since = performance.now();
    const turn = (): void => {
      if (isConnecting && performance.now() - since < connectTime) {
        isConnecting = false;
        setImmediate(turn);
        return;
      }
      isPlanned = false;
      next();
      plan();
    };
    setImmediate(turn);
  };

  /** Estimated wait of a new request, ms. A short delay tells nothing: 0 until enough was measured. */
  const wait = (name: RequestClass, client: string): number => {
    if (measured < sample) return 0;
    const busy = classes.filter((other) => other === name || states[other].queue.size > 0);
    const share = weights[name] / busy.reduce((sum, other) => sum + weights[other], 0);
    return (pace * states[name].queue.ahead(client)) / share;
  };

  /** Resolves when there is a place, which is taken then. */
  const placeFor = (name: RequestClass, client: string): Promise<Place> =>
    new Promise((resolve, reject) => {
      const state = states[name];
      const pool = poolOf(name);
      const move = (by: 1 | -1) => {
        state.running += by;
        occupy(pool, client, by);
        if (by === -1) plan();
      };
      const refuse = () => {
        clearTimeout(timer);
        state.refused += 1;
        reject(tooMuch());
      };
      const own: Waiting = {
        client,
        begin: () => {
          clearTimeout(timer);
          move(1);
          resolve({ leave: () => move(-1), retake: () => move(1), isAway: false });
        },
        refuse,
      };
      const timer = setTimeout(() => {
        state.queue.remove(client, own);
        refuse();
      }, 1.5 * patience);
      if (wait(name, client) > patience) refuse();
      else state.queue.push(client, own, Math.max(0, atOnce - taken[pool].all))?.refuse();
      plan();
    });

  return {
    admit: async (name, client, work) => {
      const place = await placeFor(name, client);
      try {
        return await current.run(place, work);
      } finally {
        place.leave();
      }
    },
    outside: async (call) => {
      const place = current.getStore();
      if (!place || place.isAway) return call();
      place.isAway = true;
      place.leave();
      try {
        return await call();
      } finally {
        /* Goes on at once, if need be beyond `atOnce`: whoever was away is few, and has waited before. */
        place.retake();
        place.isAway = false;
      }
    },
    connected: () => {
      isConnecting = true;
    },
    count: (name) => {
      const { running, refused, queue } = states[name];
      return { running, waiting: queue.size, refused };
    },
  };
};
