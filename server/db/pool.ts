import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool as PgPool, PoolClient } from 'pg';
import type { Pool } from './open.ts';
import type { Outage } from './outage.ts';
import { createSlots } from './slots.ts';
import { codeOf, connectionFault, DatabaseUnavailable, isFull, isReadOnly, isUnavailable } from './unavailable.ts';

/** What a pool is made with: how its connections are opened, how many there are, and its time limits (ms, 0 is none). */
export type PoolOptions = {
  open: () => PgPool;
  size: number;
  poolWait: number;
  statement: number;
};

/** The server ends a statement itself after its limit; a server that does not even do that is not there any more. */
const grace = 1_000;

/** Until connecting is tried again where the server has no connection left. */
const fullPause = 100;

/** Milliseconds that open connections may take to say goodbye. */
const closeWithin = 2_000;

/**
 * A pool for Kysely that survives its server: a lost connection fails the statement that used it and nothing else, waiting is
 * limited, and when one connection stops answering all of them are replaced, since after a failover none leads anywhere.
 */
export const createPool = (
  { open, size, poolWait, statement }: PoolOptions,
  outage: Outage,
): { pool: PostgresPool; count: Pool } => {
  const slots = createSlots(size, poolWait);
  let current = open();
  const all = new Set([current]);

  /** Ends a pool's idle connections now, and each other one when it is given back. */
  const replace = (old: PgPool): void => {
    if (old !== current) return;
    current = open();
    all.add(current);
    void old.end().then(() => all.delete(old));
  };

  /** Others may have taken all connections of the server for a moment: ours are asked for again while somebody may wait. */
  const reach = async (): Promise<{ client: PoolClient; from: PgPool }> => {
    const until = Date.now() + poolWait;
    for (;;) {
      const from = current;
      try {
        return { client: await from.connect(), from };
      } catch (thrown) {
        if (isFull(thrown) && Date.now() < until) {
          await pause(fullPause);
          continue;
        }
        const fault = new DatabaseUnavailable(codeOf(thrown) || 'no_connection', thrown);
        outage.failed(fault.code);
        throw fault;
      }
    }
  };

  const connect = async (): Promise<PostgresPoolClient> => {
    const leave = await slots.take();
    const { client, from } = await reach().catch((thrown: unknown) => {
      leave();
      throw thrown;
    });
    let isReleased = false;
    const release = (destroy?: boolean): void => {
      if (isReleased) return;
      isReleased = true;
      client.release(destroy);
      leave();
    };
    /* A connection with a statement on it that never ends is destroyed, which makes the statement fail. */
    const giveUp = (): void => {
      outage.failed('statement_unanswered');
      replace(from);
      release(true);
    };
    const connection: PostgresPoolClient = client;
    const ask = async <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
      if (isReleased) throw new DatabaseUnavailable('connection_lost');
      const timer = statement > 0 ? setTimeout(giveUp, statement + grace) : undefined;
      try {
        const result = await connection.query<R>(text, values);
        outage.answered();
        return result;
      } catch (thrown) {
        if (isReadOnly(thrown)) replace(from);
        const fault = connectionFault(thrown);
        if (isUnavailable(fault)) outage.lost(codeOf(fault));
        throw fault;
      } finally {
        clearTimeout(timer);
      }
    };
    function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
    function query<R>(asked: string | PostgresCursor<R>, values: readonly unknown[] = []) {
      return typeof asked === 'string' ? ask<R>(asked, values) : connection.query(asked);
    }
    return { query, release };
  };

  return {
    pool: {
      options: {},
      connect,
      end: async () => {
        /* A pool that was replaced is ending already, and says so by an error. */
        const ended = Promise.allSettled([...all].map((one) => one.end()));
        await Promise.race([ended, pause(closeWithin, null, { ref: false })]);
      },
    },
    count: () => {
      const pools = [...all];
      const sum = (of: (pool: PgPool) => number) => pools.reduce((total, pool) => total + of(pool), 0);
      return {
        total: sum(({ totalCount }) => totalCount),
        idle: sum(({ idleCount }) => idleCount),
        waiting: slots.waiting(),
      };
    },
  };
};
