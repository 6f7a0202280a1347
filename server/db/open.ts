import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { PGliteOptions } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, PostgresDialect, type Transaction } from 'kysely';
import { type DiskWatch, unwatchedDisk } from './disk.ts';
import { lockFolder } from './lock.ts';
import { createPool, type Pool } from './pool.ts';
import { prepared } from './prepared.ts';
import type { Database } from './types.ts';
import type { Outage } from './unavailable.ts';

/** Inside a transaction use only this, never the outer database: PGlite has one connection and would deadlock. */
export type Tx = Transaction<Database>;

/** Deadlock or serialisation failure: the transaction was rolled back, so it can be retried. */
const isRetriable = (thrown: unknown): boolean =>
  thrown instanceof Error && 'code' in thrown && (thrown.code === '40P01' || thrown.code === '40001');

/** Repeats `run` on a deadlock or serialisation failure, three attempts at most. */
export const retried = async <T>(run: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (thrown) {
      if (tries === 3 || !isRetriable(thrown)) throw thrown;
    }
  }
};

/** Runs `work` in one transaction, all of it as in `retried`. */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  retried(() => db.transaction().execute(work));

/**
 * Connections of a process to PostgreSQL, and the time limits of each in milliseconds; 0 sets no limit. Statements of the shop take
 * milliseconds, so these limits are only reached when something is wrong. The lock limit is shorter than the statement limit, so that
 * the error names the lock. A process that hangs inside a transaction keeps its locks for `idleInTransaction`.
 */
export const defaultLimits = {
  poolSize: 10,
  readPoolSize: 5,
  connect: 3_000,
  poolWait: 5_000,
  lock: 3_000,
  statement: 5_000,
  idleInTransaction: 5_000,
  keepAlive: 10_000,
};
export type Limits = typeof defaultLimits;

/** For migrations, dumps, imports and seeds, which may run as long as necessary. */
export const noLimits: Limits = {
  ...defaultLimits,
  poolSize: 2,
  readPoolSize: 1,
  poolWait: 0,
  lock: 0,
  statement: 0,
  idleInTransaction: 0,
};

/** The database outside of transactions. */
export type Db = Kysely<Database>;

/**
 * `reads` has its own connections, so that reads go on while all connections of `db` wait for locks. `pools` is null where there
 * is only one connection. `embedded`: no other process uses the database, so no request of an earlier process can still run.
 */
export type OpenDatabase = {
  db: Db;
  reads: Db;
  embedded: boolean;
  pools: Record<'write' | 'read', Pool> | null;
  disk: DiskWatch;
  close: () => Promise<void>;
};

type EmbeddedOptions = { fs?: NonNullable<PGliteOptions['fs']>; disk?: DiskWatch };

/** Opens the embedded database in `folder`, which is created if missing, or in memory if null, then with the files of `fs`. */
export const openEmbedded = async (
  folder: string | null,
  { fs, disk = unwatchedDisk }: EmbeddedOptions = {},
): Promise<OpenDatabase> => {
  if (folder) mkdirSync(folder, { recursive: true });
  const unlock = folder ? lockFolder(folder) : () => {};
  try {
    const { PGlite } = await import('@electric-sql/pglite');
    const pglite = new PGlite({ dataDir: folder ? join(folder, 'pg') : 'memory://', ...(fs ? { fs } : {}) });
    await pglite.waitReady;
    const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite: prepared(pglite, disk) }) });
    const close = async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
      unlock();
    };
    return { db, reads: db, embedded: true, pools: null, disk, close };
  } catch (thrown) {
    unlock();
    throw thrown;
  }
};

const unlogged: Outage = { lost: () => {}, failed: () => {}, answered: () => {} };

/** Seconds after which a connection is closed, so that a changed DNS entry is followed in time. */
const lifetime = 600;

/** Connects to PostgreSQL 15 or newer. */
export const openPostgres = async (
  url: string,
  limits: Limits = defaultLimits,
  outage: Outage = unlogged,
): Promise<OpenDatabase> => {
  const { default: pg } = await import('pg');
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const open = (max: number) => () => {
    const pool = new pg.Pool({
      connectionString: url,
      max,
      connectionTimeoutMillis: limits.connect,
      maxLifetimeSeconds: lifetime,
      keepAlive: limits.keepAlive > 0,
      keepAliveInitialDelayMillis: limits.keepAlive,
      /* node-postgres omits zeros, so the setting of the role or the server applies. */
      lock_timeout: limits.lock,
      statement_timeout: limits.statement,
      idle_in_transaction_session_timeout: limits.idleInTransaction,
      fallback_application_name: 'ticket-store',
    });
    pool.on('error', () => {});
    /* The pool handles errors of idle connections only; without a listener an error of a connection in use ends the process. */
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  };
  const onSilent = (): void => {
    write.replace();
    read.replace();
  };
  const poolOf = (size: number) => createPool({ open: open(size), onSilent, size, ...limits }, outage);
  const [write, read] = [poolOf(limits.poolSize), poolOf(limits.readPoolSize)];
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: write.pool }) });
  const reads = new Kysely<Database>({ dialect: new PostgresDialect({ pool: read.pool }) });
  return {
    db,
    reads,
    embedded: false,
    pools: { write: write.count, read: read.count },
    disk: unwatchedDisk,
    close: async () => {
      await Promise.all([db.destroy(), reads.destroy()]);
    },
  };
};
