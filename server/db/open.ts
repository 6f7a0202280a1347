import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import { type DiskWatch, guardWrites, unwatchedDisk } from './disk.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { lockFolder } from './lock.ts';
import type { Outage } from './outage.ts';
import { createPool } from './pool.ts';
import { prepared } from './prepared.ts';
import type { Database } from './types.ts';

/** The database as everything outside a transaction uses it. */
export type Db = Kysely<Database>;

/** How many connections a process has, by what they do. */
export type Pool = () => Record<'total' | 'idle' | 'waiting', number>;

/**
 * `reads`: the same database over connections of its own, for requests that only read; they go on while all of `db`'s wait for
 * a lock. `pools`: null where there is but one connection. `embedded`: this process is the only one on it, so what an earlier
 * process left running is dead.
 */
export type OpenDatabase = {
  db: Db;
  reads: Db;
  embedded: boolean;
  pools: Record<'write' | 'read', Pool> | null;
  disk: DiskWatch;
  close: () => Promise<void>;
};

/** Opens the embedded database in `folder`, made when missing; `folder` null is in memory, `dump` its first content. */
export const openEmbedded = async (
  folder: string | null,
  dump?: Blob,
  disk: DiskWatch = unwatchedDisk,
): Promise<OpenDatabase> => {
  if (folder) mkdirSync(folder, { recursive: true });
  const unlock = folder ? lockFolder(folder) : () => {};
  try {
    const { PGlite } = await import('@electric-sql/pglite');
    const pglite = new PGlite({
      dataDir: folder ? join(folder, 'pg') : 'memory://',
      ...(dump ? { loadDataDir: dump } : {}),
    });
    await pglite.waitReady;
    const guarded = guardWrites(prepared(pglite), disk);
    const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite: guarded }) });
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

/** Connections are closed after this, so that an address that leads to another server is followed in time. */
const lifetime = 600;

/** Opens a PostgreSQL (15 or newer) by its address. */
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
      /* node-postgres leaves out what is 0: then the setting of the role or the server counts. */
      lock_timeout: limits.lock,
      statement_timeout: limits.statement,
      idle_in_transaction_session_timeout: limits.idleInTransaction,
      fallback_application_name: 'ticket-store',
    });
    pool.on('error', () => {});
    /* The pool listens to idle connections only; without a listener the error of one in use ends the process. */
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  };
  const poolOf = (size: number) => createPool({ open: open(size), size, ...limits }, outage);
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
