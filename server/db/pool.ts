import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { Pool as PgPool, PoolClient } from 'pg';
import { createSemaphore } from './lanes.ts';
import {
  codeOf,
  connectionFault,
  DatabaseUnavailable,
  isFull,
  isReadOnly,
  isUnavailable,
  type Outage,
} from './unavailable.ts';

/** Number of connections of a process by state. */
export type Pool = () => Record<'total' | 'idle' | 'waiting', number>;

/** `open` creates the connections; limits are in ms, 0 for none. `onSilent`: the server stopped answering on a connection in use. */
type PoolOptions = {
  open: () => PgPool;
  onSilent: () => void;
  size: number;
  poolWait: number;
  statement: number;
};

/**
 * Added to the statement limit (ms): the server cancels a statement itself, so one that runs longer means that the server is
 * gone.
 */
const grace = 1_000;

/** Delay (ms) before connecting again when the server has no free connection. */
const fullPause = 100;

/** Time limit (ms) for closing the connections. */
const closeWithin = 2_000;

/**
 * A pool for Kysely that survives a failing server: a lost connection fails only the statement that used it, and waiting is
 * limited. When one connection stops answering, those of all pools have to be replaced, since after a failover none reaches the
 * new server.
 */
export const createPool = (
  { open, onSilent, size, poolWait, statement }: PoolOptions,
  outage: Outage,
): { pool: PostgresPool; count: Pool; replace: () => void } => {
  const semaphore = createSemaphore(size);
  /** Names of the fixed statements (`statement.ts`), which each connection prepares once. */
  const names = new Map<string, string>();
  const nameOf = (text: string): string | null => {
    if (!/^\/\* (?:read|write) \*\//.test(text)) return null;
    const name = names.get(text) ?? `fixed_${names.size}`;
    names.set(text, name);
    return name;
  };
  let current = open();
  const all = new Set([current]);

  /** Ends the connections: idle ones now, the others when they are released. */
  const replace = (): void => {
    const old = current;
    current = open();
    all.add(current);
    void old.end().then(() => all.delete(old));
  };

  /** Retries within the wait limit when other clients use all connections of the server for a moment. */
  const reach = async (): Promise<{ client: PoolClient; from: PgPool }> => {
    const until = Date.now() + poolWait;
    for (;;) {
      const from = current;
      try {
        return { client: await from.connect(), from };
      } catch (thrown) {
        if (!isFull(thrown) || Date.now() >= until) {
          const fault = new DatabaseUnavailable(codeOf(thrown) || 'no_connection', thrown);
          outage.failed(fault.code);
          throw fault;
        }
        await pause(fullPause);
      }
    }
  };

  const connect = async (): Promise<PostgresPoolClient> => {
    await semaphore.take(({ promise, reject }) => {
      const timer = poolWait > 0 && setTimeout(() => reject(new DatabaseUnavailable('pool_wait')), poolWait);
      return promise.finally(() => timer && clearTimeout(timer));
    });
    const { client, from } = await reach().catch((thrown: unknown) => {
      semaphore.release();
      throw thrown;
    });
    let isReleased = false;
    const release = (destroy?: boolean): void => {
      if (isReleased) return;
      isReleased = true;
      client.release(destroy);
      semaphore.release();
    };
    /* Destroying a connection makes its hanging statement fail. */
    const discardConnection = (): void => {
      outage.failed('statement_unanswered');
      if (from === current) onSilent();
      release(true);
    };
    const connection: PostgresPoolClient = client;
    const run = async <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
      const name = nameOf(text);
      if (name === null) return connection.query<R>(text, values);
      const { rows, rowCount } = await client.query({ name, text, values: [...values] });
      return { command: 'SELECT', rowCount: rowCount ?? 0, rows };
    };
    const execute = async <R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
      if (isReleased) throw new DatabaseUnavailable('connection_lost');
      const timer = statement > 0 ? setTimeout(discardConnection, statement + grace) : undefined;
      try {
        const result = await run<R>(text, values);
        outage.answered();
        return result;
      } catch (thrown) {
        if (isReadOnly(thrown) && from === current) replace();
        const fault = connectionFault(thrown);
        if (isUnavailable(fault)) outage.lost(codeOf(fault));
        throw fault;
      } finally {
        clearTimeout(timer);
      }
    };
    function query<R>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<R>>;
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
    function query<R>(textOrCursor: string | PostgresCursor<R>, values: readonly unknown[] = []) {
      return typeof textOrCursor === 'string' ? execute<R>(textOrCursor, values) : connection.query(textOrCursor);
    }
    return { query, release };
  };

  return {
    replace,
    pool: {
      options: {},
      connect,
      end: async () => {
        /* A pool that was replaced is ending already; its `end` rejects. */
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
        waiting: semaphore.waiting(),
      };
    },
  };
};
