import { AsyncLocalStorage } from 'node:async_hooks';
import { createPlaces, type Waiting } from './places.ts';
import { Problem } from './problem.ts';

/**
 * What a request is for. A request counts as a purchase or a ticket only when its token was looked up (`priority.ts`);
 * `payment` is the way back from providers and their notices, `verify` that look-up.
 */
export const classes = ['purchase', 'payment', 'ticket', 'verify', 'catalogue', 'order'] as const;
export type RequestClass = (typeof classes)[number];

/** How often a class gets a turn while others of its pool wait as well: none can keep another waiting for ever. */
const weights: Record<RequestClass, number> = {
  purchase: 8,
  payment: 8,
  ticket: 4,
  verify: 4,
  catalogue: 2,
  order: 1,
};

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

/**
 * The admission queue of one process: bounded places, classes by weight, and within a class a fair share for each client
 * (README "Too much at once"). Purchases and tickets have places of their own, so that a crowd of new visitors never occupies
 * those. Requests that would wait longer than `patience` are refused at once.
 */
export const createAdmissionQueue = (given: Bounds = bounds): AdmissionQueue => {
  const { waiting, patience } = given;
  const about = (name: RequestClass) => ({ name, weight: weights[name], waiting: waiting[name] });
  const isOpen = (name: RequestClass) => name === 'catalogue' || name === 'order';
  const begun = createPlaces(classes.filter((name) => !isOpen(name)).map(about), given);
  const open = createPlaces(classes.filter(isOpen).map(about), given);
  const placesOf = (name: RequestClass) => (isOpen(name) ? open : begun);
  const counts = new Map(classes.map((name) => [name, { running: 0, refused: 0 }]));
  const countOf = (name: RequestClass) => counts.get(name) ?? { running: 0, refused: 0 };
  const current = new AsyncLocalStorage<Place>();

  let isPlanned = false;
  let isConnecting = false;
  /**
   * Begins one request of a new visitor in each turn of the event loop: the embedded database blocks it while it works, so
   * requests that came meanwhile are read, and queued or refused, before the next one begins. A turn accepts only one new
   * connection, however many are waiting (libuv 1.45 and later), so after one there is another turn.
   */
  const plan = (): void => {
    if (isPlanned || !(begun.canBegin() || open.canBegin())) return;
    isPlanned = true;
    const since = performance.now();
    const turn = (): void => {
      while (begun.canBegin()) begun.beginNext();
      if (isConnecting && performance.now() - since < connectTime) {
        isConnecting = false;
        setImmediate(turn);
        return;
      }
      isPlanned = false;
      open.beginNext();
      plan();
    };
    setImmediate(turn);
  };

  /** Resolves when there is a place, which is taken then. */
  const placeFor = (name: RequestClass, client: string): Promise<Place> =>
    new Promise((resolve, reject) => {
      const [places, count] = [placesOf(name), countOf(name)];
      const move = (by: 1 | -1) => {
        count.running += by;
        places.occupy(client, by);
        if (by === -1) plan();
      };
      const refuse = () => {
        clearTimeout(timer);
        count.refused += 1;
        reject(tooMuch());
      };
      const begin = () => {
        clearTimeout(timer);
        move(1);
        resolve({ leave: () => move(-1), retake: () => move(1), isAway: false });
      };
      const own: Waiting = { client, begin, refuse };
      const timer = setTimeout(() => {
        places.remove(name, own);
        refuse();
      }, 1.5 * patience);
      if (places.wait(name, client) > patience) refuse();
      else places.push(name, own);
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
      const { running, refused } = countOf(name);
      return { running, waiting: placesOf(name).waiting(name), refused };
    },
  };
};
