import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';

/** Round trips to the database, and transactions that were committed; only PostgreSQL's driver shows those. */
export type Trips = { trips: number; commits: number };

/** Whether a statement writes; those of `server/db/statement.ts` begin with a comment that says so. */
const isWrite = (text: string): boolean =>
  /^(?:\/\* write \*\/|insert|update|delete)/.test(text) ||
  (text.startsWith('with') && /update|insert|delete/.test(text));

const textOf = (query: unknown): string => {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
};

/**
 * Counts in the drivers of this process: each statement of node-postgres, BEGIN, COMMIT and LISTEN included, and each message to
 * PGlite. `during` counts what happens while `work` runs.
 */
export const countTrips = () => {
  const counted: Trips = { trips: 0, commits: 0 };
  const inTransaction = new WeakSet<object>();
  const client = pg.Client.prototype;
  const { query } = client;
  client.query = function (this: object, ...args: unknown[]) {
    const text = textOf(args[0]).trim().toLowerCase();
    counted.trips += 1;
    if (text.startsWith('begin') || text.startsWith('start transaction')) inTransaction.add(this);
    else if (text === 'commit' || text === 'rollback') {
      inTransaction.delete(this);
      if (text === 'commit') counted.commits += 1;
    } else if (isWrite(text) && !inTransaction.has(this)) counted.commits += 1;
    return Reflect.apply(query, this, args);
  } as typeof query;
  const { execProtocolRawStream } = PGlite.prototype;
  PGlite.prototype.execProtocolRawStream = function (...args) {
    counted.trips += 1;
    return execProtocolRawStream.apply(this, args);
  };
  return {
    during: async <T>(work: () => Promise<T>): Promise<Trips & { done: T }> => {
      const { trips, commits } = counted;
      const done = await work();
      return { done, trips: counted.trips - trips, commits: counted.commits - commits };
    },
    restore: () => {
      client.query = query;
      PGlite.prototype.execProtocolRawStream = execProtocolRawStream;
    },
  };
};
