import { sql } from 'kysely';
import { createRecent } from '#server/core/recent.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { callFunction, fixed, runStatement } from '#server/db/statement.ts';
import { Problem } from '#server/shared/problem.ts';
import type { Sites } from '#server/shared/sites/sites.ts';
import type { RequestContext } from '#server/shared/visitor.ts';
import type { QueuePlace } from '#src/domain/queue.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { changesText, createRoomMemory, type RoomMemory, type Round } from './memory.ts';

/** A queue: of a product that has a limit, or of the whole site (`queue` is empty). */
type Queue = { site: SiteCode; queue: string };
/** `rate`: orders a minute, null without a limit. */
type Limit = Queue & { rate: number | null; minutes: number; places: number };

/**
 * An order that is about to be placed. `keyHash`: hash of its Idempotency-Key if the response is stored with the order. `replaces`:
 * product of the order that it replaces.
 */
export type Arrival = Pick<RequestContext, 'site' | 'visitor' | 'effectId'> & {
  product: string;
  browser: string | null;
  keyHash: string | null;
  replaces: string | null;
};

const runText = fixed('write', 'select run_queues_2($1, $2, $3) as round');

/** Seconds between two polls of a browser: a tenth of its wait, within these limits. */
const poll = { min: 2, max: 30 };
/** A polled place is reported to the database only if its last report is older than this, ms. */
const reportAfter = 60_000;

const queueRequired = (): Problem =>
  new Problem('queue_required', { retryAfter: poll.min, detail: 'Ask GET /queue for the place of this browser.' });

const noPlace: QueuePlace = {
  state: 'over',
  ahead: 0,
  wait_seconds: 0,
  seconds_left: 0,
  poll_seconds: poll.max,
  is_behind: false,
};

/** Deletes places that no browser has polled for half an hour, and whose turn is over as long. */
export const deleteOldPlaces = (db: Db | Tx): Promise<unknown> => {
  const then = sql<Date>`now() - interval '30 minutes'`;
  return db
    .deleteFrom('waiting_places')
    .where('seen_at', '<', then)
    .where((where) => where.or([where('state', '<>', 'admitted'), where('admitted_until', '<', then)]))
    .execute();
};

/** `maxAge`: age (ms) of the process's memory from which a poll waits for a new round. */
export const createWaitingRoom = (
  { db, sites }: { db: Db; sites: Sites },
  maxAge: number,
  now: () => number = () => performance.now(),
) => {
  const rooms = new Map<string, RoomMemory>();
  /** Places that were polled and whose last report is old; the next round reports them. */
  const polled = new Map<string, Queue & { browser: string }>();
  const rounds = createRecent(maxAge, now);
  let overloadedAt = Number.NEGATIVE_INFINITY;
  /** The same moment by the database's clock and by the process's own, ms. */
  let clock = { database: 0, own: 0 };
  const databaseNow = (): number => clock.database + now() - clock.own;

  const keyOf = ({ site, queue }: Queue): string => `${site} ${queue}`;
  const limitAt = ({ site, queue }: Queue): Limit => {
    const { ordersPerMinute = null, products, minutes, addressPlaces } = sites.operationOf(site).queue;
    const rate = queue === '' ? ordersPerMinute : (products[queue] ?? null);
    return { site, queue, rate, minutes, places: addressPlaces };
  };
  const limitOf = (site: SiteCode, product: string): Limit =>
    limitAt({ site, queue: Object.hasOwn(sites.operationOf(site).queue.products, product) ? product : '' });
  const rateOf = (limit: Limit): number | null => {
    const own = rooms.get(keyOf(limit))?.rate() ?? null;
    return limit.rate === null || own === null ? (limit.rate ?? own) : Math.min(limit.rate, own);
  };
  const limits = (): Limit[] =>
    [...sites].flatMap((site) =>
      ['', ...Object.keys(sites.operationOf(site).queue.products)].map((queue) => limitAt({ site, queue })),
    );

  const arrive = async (limit: Limit, { browser, visitor, effectId, keyHash }: Arrival, mayEnter: boolean) => {
    const { site, queue, rate, minutes, places } = limit;
    const request = [site, queue, browser, visitor && JSON.stringify(visitor), effectId, keyHash];
    const values = [...request, rate, minutes, places, mayEnter];
    return callFunction<'known' | 'entered' | 'waiting'>(db, 'enter_queue_2', values);
  };

  const readChanges = async (text: string, ...more: string[]): Promise<void> => {
    const began = now();
    const known = [...rooms.values()].map((room) => room.known());
    const values = [JSON.stringify(limits()), JSON.stringify(known), ...more];
    const [row] = await runStatement<{ round: Round }>(db, text, values);
    if (!row) return;
    const { at, rooms: changed } = row.round;
    clock = { database: at, own: began };
    for (const row of changed) {
      const room = rooms.get(keyOf(row)) ?? createRoomMemory(row);
      rooms.set(keyOf(row), room);
      room.apply(row, at);
    }
    for (const [key, { browser, ...queue }] of polled) {
      const place = rooms.get(keyOf(queue))?.find(browser);
      if (place?.state !== 'waiting' || place.seen > at - reportAfter) polled.delete(key);
    }
  };
  /** A round that began less than `maxAge` ago, shared by all concurrent polls. */
  const recent = (): Promise<void> => rounds.of('', () => readChanges(runText, JSON.stringify([...polled.values()])));
  const run = (): Promise<void> => {
    rounds.clear();
    return recent();
  };
  let reading: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  /** Reads the changes until now without admitting anybody. One read runs at a time; callers during it share the next read. */
  const readAgain = (): Promise<void> => {
    next ??= reading
      .catch(() => undefined)
      .then(() => {
        next = null;
        reading = readChanges(changesText);
        return reading;
      });
    return next;
  };
  const findPlace = (limit: Limit, browser: string): QueuePlace => {
    const room = rooms.get(keyOf(limit));
    const place = room?.find(browser);
    if (!room || !place) return noPlace;
    if (place.state === 'admitted') {
      const left = Math.floor((place.until - databaseNow()) / 1_000);
      return left > 0 ? { ...noPlace, state: 'admitted', seconds_left: left, is_behind: place.isBehind } : noPlace;
    }
    if (place.state !== 'waiting') return noPlace;
    if (place.seen < databaseNow() - reportAfter)
      polled.set(`${keyOf(limit)} ${browser}`, { site: limit.site, queue: limit.queue, browser });
    const ahead = room.ahead(place);
    /* Without a rate the next round admits everybody. */
    const wait = Math.ceil(((ahead + 1) * 60) / (rateOf(limit) ?? 60_000));
    return {
      ...noPlace,
      state: 'waiting',
      ahead,
      wait_seconds: wait,
      poll_seconds: Math.min(poll.max, Math.max(poll.min, Math.round(wait / 10))),
      is_behind: place.isBehind,
    };
  };

  return {
    /**
     * Calls `placeOrder` if the browser is admitted; a refused order returns the turn. Throws queue_required after the browser was given
     * a place in the queue. A replacing order uses the turn of the replaced one (`inheritsTurn`); if `placeOrder` then throws
     * queue_required, that turn is over and the order is treated as a new one.
     */
    enter: async <T>(arrival: Arrival, placeOrder: (inheritsTurn: boolean) => Promise<T>): Promise<T> => {
      const { site, product, replaces } = arrival;
      const limit = limitOf(site, product);
      if (rateOf(limit) === null) return placeOrder(false);
      if (replaces !== null && limitOf(site, replaces).queue === limit.queue)
        try {
          return await placeOrder(true);
        } catch (thrown) {
          if (!(thrown instanceof Problem && thrown.code === 'queue_required')) throw thrown;
        }
      const state = await arrive(limit, arrival, true);
      if (state === 'waiting') throw queueRequired();
      try {
        return await placeOrder(false);
      } catch (thrown) {
        if (state === 'entered' && thrown instanceof Problem)
          await callFunction(db, 'return_turn_1', [limit.site, limit.queue, arrival.browser, arrival.effectId]);
        throw thrown;
      }
    },
    /** Opens the queue because the server is at its limit, and gives the browser a place. Throws queue_required. */
    divert: async (arrival: Arrival): Promise<never> => {
      const limit = limitOf(arrival.site, arrival.product);
      /* A crowd that is diverted at once reports the overload once a second. */
      if (now() - overloadedAt > 1_000) {
        overloadedAt = now();
        await callFunction(db, 'overload_room_1', [limit.site, limit.queue]);
        await run();
      }
      await arrive(limit, arrival, false);
      throw queueRequired();
    },
    /** A browser's place, from memory (docs/architecture.md#waiting-room). */
    read: async ({ site, product, browser }: Pick<Arrival, 'site' | 'product' | 'browser'>): Promise<QueuePlace> => {
      if (browser === null) return noPlace;
      const limit = limitOf(site, product);
      await recent();
      const place = findPlace(limit, browser);
      if (place.state !== 'over') return place;
      /* The shared round may have begun before the browser got its place. */
      await readAgain();
      return findPlace(limit, browser);
    },
    /** Runs a round: admits places and reads the changes into memory. */
    run,
    count: () => {
      const counts = [...rooms.values()].map((room) => room.count());
      const sum = (of: 'waiting' | 'admitted') => counts.reduce((total, count) => total + count[of], 0);
      return { waiting: sum('waiting'), admitted: sum('admitted') };
    },
  };
};
export type WaitingRoom = ReturnType<typeof createWaitingRoom>;
