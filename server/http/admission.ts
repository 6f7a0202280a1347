import { Problem } from './problem.ts';

/** Who may have to wait, the most urgent first. */
const urgency = ['ticket', 'catalogue', 'order'] as const;

/**
 * What a request is for, the most urgent first: a purchase that has begun (an order's token, a payment, a provider's word),
 * a ticket (gate and holders), looking around, and a new order.
 */
export const ranks = ['purchase', ...urgency] as const;
export type Rank = (typeof ranks)[number];

/**
 * Requests that may be worked on at once and wait, of each rank but purchases; and how long who waits may expect to wait, ms, as
 * it went with the last `memory` who began. Where it takes half as long again after all, he is sent away.
 */
export type Bounds = {
  atOnce: number;
  waiting: Record<Exclude<Rank, 'purchase'>, number>;
  patience: number;
  memory: number;
};

export const bounds: Bounds = {
  atOnce: 16,
  waiting: { ticket: 512, catalogue: 256, order: 256 },
  patience: 5_000,
  memory: 128,
};

/** How long those who are just connecting may keep others waiting, ms: with no end to it orders would starve in a crowd. */
const letIn = 8;

type Waiting = { begin: () => void; timer: NodeJS.Timeout };

/** Seconds, not the same for all: those who are sent away do not come back together. */
const pause = (): number => 2 + Math.floor(Math.random() * 4);

const tooMuch = (): Problem =>
  new Problem('connection_error', { retryAfter: pause(), detail: 'Too much at once: nothing was done, ask again.' });

/** Lets requests in by their rank. */
export type AdmissionQueue = {
  /** Runs `work` when it is its turn. Throws connection_error (503, with Retry-After) where there are too many before it. */
  admit: <T>(rank: Rank, work: () => Promise<T>) => Promise<T>;
  /** Is told of each new connection. */
  connected: () => void;
  /** How many run or wait now, by rank. */
  count: (rank: Rank) => { running: number; waiting: number };
};

/**
 * The admission queue of one process (quality-bars R16). A purchase that has begun never waits here: there are no more of them than
 * holds, and they often wait for a provider, which must keep nobody else waiting. All others share `atOnce` places, the more
 * urgent first; who would wait longer than is any use, as it goes lately, is refused at once.
 */
export const createAdmissionQueue = ({ atOnce, waiting, patience, memory }: Bounds = bounds): AdmissionQueue => {
  const lines: Record<Exclude<Rank, 'purchase'>, Set<Waiting>> = {
    ticket: new Set(),
    catalogue: new Set(),
    order: new Set(),
  };
  const running: Record<Rank, number> = { purchase: 0, ticket: 0, catalogue: 0, order: 0 };
  const taken = () => running.ticket + running.catalogue + running.order;
  const isEmpty = () => Object.values(lines).every(({ size }) => size === 0);

  let isPlanned = false;

  let isConnecting = false;

  /** Milliseconds from one who waited to the next, the mean of the last; of how many, and when it began. Forgotten when nobody waits. */
  let pace = 0;
  let measured = 0;
  let last: number | null = null;

  /**
   * One a turn of the event loop: the embedded database works without letting go of it, so requests that came meanwhile are
   * read, and stand in their lines or are refused, before the next one begins. A turn lets in but one new connection, however
   * many are waiting (libuv 1.45 and later), so after one there is another turn.
   */
  const plan = (): void => {
    if (isPlanned || isEmpty() || taken() >= atOnce) return;
    isPlanned = true;
    const since = performance.now();
    const turn = (): void => {
      if (isConnecting && performance.now() - since < letIn) {
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

  const measure = (): void => {
    const now = performance.now();
    if (last !== null) {
      measured = Math.min(measured + 1, memory);
      pace += (now - last - pace) / measured;
    }
    last = now;
    if (!isEmpty()) return;
    measured = 0;
    pace = 0;
    last = null;
  };

  const next = (): void => {
    for (const rank of urgency)
      for (const first of lines[rank]) {
        lines[rank].delete(first);
        clearTimeout(first.timer);
        measure();
        first.begin();
        return;
      }
  };

  /** How long who comes now would wait, ms: whoever is as urgent or more goes first. A short pause tells nothing: 0 at first. */
  const wait = (rank: Exclude<Rank, 'purchase'>): number => {
    if (measured < memory) return 0;
    const ahead = urgency.slice(0, urgency.indexOf(rank) + 1);
    return pace * ahead.reduce((sum, one) => sum + lines[one].size, 0);
  };

  /** Ends when there is a place, which is taken then. */
  const placeFor = (rank: Exclude<Rank, 'purchase'>): Promise<void> => {
    const line = lines[rank];
    const free = Math.max(0, atOnce - taken());
    if (line.size >= waiting[rank] + free || wait(rank) > patience) return Promise.reject(tooMuch());
    return new Promise((resolve, reject) => {
      const late = () => {
        line.delete(own);
        reject(tooMuch());
      };
      const begin = () => {
        running[rank] += 1;
        resolve();
      };
      const own: Waiting = { begin, timer: setTimeout(late, 1.5 * patience) };
      line.add(own);
      plan();
    });
  };

  return {
    admit: async (rank, work) => {
      if (rank === 'purchase') running.purchase += 1;
      else await placeFor(rank);
      try {
        return await work();
      } finally {
        running[rank] -= 1;
        plan();
      }
    },
    connected: () => {
      isConnecting = true;
    },
    count: (rank) => ({ running: running[rank], waiting: rank === 'purchase' ? 0 : lines[rank].size }),
  };
};

/** In: the path of a call of the contract, and its body. Out: its rank. An order that takes another's place goes on with it. */
export const rankOf = (path: string, body: unknown): Rank => {
  const [, room] = path.split('/');
  const replaces = typeof body === 'object' && body !== null && 'replaces' in body && body.replaces !== undefined;
  if (path === '/orders' && !replaces) return 'order';
  if (['orders', 'ordercoupons', 'ordermails', 'returns'].includes(room ?? '')) return 'purchase';
  return ['tickets', 'reservations', 'signage'].includes(room ?? '') ? 'ticket' : 'catalogue';
};
