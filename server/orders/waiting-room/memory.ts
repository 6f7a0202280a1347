import { fixed } from '#server/db/statement.ts';
import type { PlaceState } from '#server/db/tables.ts';

/** How long (ms) a browser may be silent before its place is passed over, and before it is forgotten. The database has the first, too. */
const silence = { passedOver: 180_000, forgotten: 1_800_000 };

/** A place as a round reports it: hash of the browser, number, state, is behind, seen and admitted until in ms, version. */
type PlaceRow = [
  browser: string,
  number: number,
  state: PlaceState,
  isBehind: boolean,
  seen: number,
  until: number | null,
  version: number,
];
type RoomRow = { site: string; queue: string; version: number; rate: number | null; places: PlaceRow[] };
/** The report of a round; `at`: the database's time, ms. */
export type Round = { at: number; rooms: RoomRow[] };

/**
 * SQL: the rooms of the limits ($1) with all changes since the versions that are known ($2). It repeats the last query of
 * `run_queues_2`, which cannot report without a round: that locks the rooms and admits places.
 */
export const changesText = fixed(
  'read',
  `select jsonb_build_object('at', extract(epoch from clock_timestamp()) * 1000, 'rooms', coalesce(jsonb_agg(
      jsonb_build_object('site', r.site, 'queue', r.queue, 'version', r.version, 'rate', r.rate, 'places', (
        select coalesce(jsonb_agg(jsonb_build_array(p.browser_hash, p.number, p.state, p.is_behind,
          extract(epoch from p.seen_at) * 1000, extract(epoch from p.admitted_until) * 1000, p.version)), '[]')
        from waiting_places p where p.site = r.site and p.queue = r.queue and p.version > coalesce(k.version, -1)))), '[]'))
      as round from waiting_rooms r
      join jsonb_to_recordset($1::jsonb) as t (site text, queue text) on t.site = r.site and t.queue = r.queue
      left join jsonb_to_recordset($2::jsonb) as k (site text, queue text, version bigint)
        on k.site = r.site and k.queue = r.queue`,
);

type Place = { number: number; state: PlaceState; isBehind: boolean; seen: number; until: number; version: number };

/** Number of entries of a sorted list that are smaller. */
const below = (sorted: Float64Array, number: number): number => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Places of one waiting room in the memory of a process, as of its last round. */
export const createRoomMemory = ({ site, queue }: Pick<RoomRow, 'site' | 'queue'>) => {
  const places = new Map<string, Place>();
  let [version, rate, at] = [-1, null as number | null, 0];
  let lines: { first: Float64Array; behind: Float64Array } | null = null;

  const isAlive = ({ state, seen }: Place): boolean => state === 'waiting' && seen > at - silence.passedOver;
  const numbersOf = (isBehind: boolean): Float64Array => {
    const numbers: number[] = [];
    for (const place of places.values()) if (place.isBehind === isBehind && isAlive(place)) numbers.push(place.number);
    return Float64Array.from(numbers).sort();
  };

  return {
    /** The room, and the version up to which its changes were read. */
    known: () => ({ site, queue, version }),
    /** Orders a minute while the server is at its own limit; null otherwise. */
    rate: () => rate,
    /** Takes the changes of a round; those of an earlier one than the newest are ignored. */
    apply: (row: RoomRow, now: number): void => {
      for (const [browser, number, state, isBehind, seen, until, changed] of row.places) {
        const known = places.get(browser);
        if (!known || known.version <= changed)
          places.set(browser, { number, state, isBehind, seen, until: until ?? 0, version: changed });
      }
      if (row.version >= version) [version, rate, at] = [row.version, row.rate, now];
      for (const [browser, place] of places) if (place.seen < now - silence.forgotten) places.delete(browser);
      lines = null;
    },
    find: (browser: string): Place | undefined => places.get(browser),
    /** Places that are admitted before this one. */
    ahead: ({ number, isBehind }: Place): number => {
      lines ??= { first: numbersOf(false), behind: numbersOf(true) };
      return isBehind ? lines.first.length + below(lines.behind, number) : below(lines.first, number);
    },
    count: () => {
      let [waiting, admitted] = [0, 0];
      for (const place of places.values())
        if (isAlive(place)) waiting += 1;
        else if (place.state === 'admitted' && place.until > at) admitted += 1;
      return { waiting, admitted };
    },
  };
};
export type RoomMemory = ReturnType<typeof createRoomMemory>;
