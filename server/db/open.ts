import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PGliteDialect, PostgresDialect } from 'kysely';
import { lockFolder } from './lock.ts';
import { prepared } from './prepared.ts';
import type { Database } from './types.ts';

/** The database as everything outside a transaction uses it. */
export type Db = Kysely<Database>;

/** How many connections a process has, by what they do. */
export type Pool = () => Record<'total' | 'idle' | 'waiting', number>;

/** `pool`: null where there is but one connection. `embedded`: this process is the only one on it, so what an earlier process left running is dead. */
export type OpenDatabase = { db: Db; embedded: boolean; pool: Pool | null; close: () => Promise<void> };

/** Opens the embedded database in `folder`, made when missing; `folder` null is in memory, `dump` its first content. */
export const openEmbedded = async (folder: string | null, dump?: Blob): Promise<OpenDatabase> => {
  if (folder) mkdirSync(folder, { recursive: true });
  const unlock = folder ? lockFolder(folder) : () => {};
  try {
    const { PGlite } = await import('@electric-sql/pglite');
    const pglite = new PGlite({
      dataDir: folder ? join(folder, 'pg') : 'memory://',
      ...(dump ? { loadDataDir: dump } : {}),
    });
    await pglite.waitReady;
    const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite: prepared(pglite) }) });
    const close = async () => {
      await db.destroy();
      if (!pglite.closed) await pglite.close();
      unlock();
    };
    return { db, embedded: true, pool: null, close };
  } catch (thrown) {
    unlock();
    throw thrown;
  }
};

/** Opens a PostgreSQL (15 or newer) by its address. */
export const openPostgres = async (url: string, poolSize = 10): Promise<OpenDatabase> => {
  const { default: pg } = await import('pg');
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ connectionString: url, max: poolSize });
  pool.on('error', () => {});
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    embedded: false,
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => db.destroy(),
  };
};
