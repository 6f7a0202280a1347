import { mkdirSync } from 'node:fs';
import type { Log } from '#server/core/log.ts';
import { freeSpaceOf, unwatchedDisk, watchDisk } from './disk.ts';
import { releaseKeys } from './effects.ts';
import { type DatabaseEnv, limitsOf } from './env.ts';
import { migrate } from './migrate.ts';
import { type Db, noLimits, type OpenDatabase, openEmbedded, openPostgres } from './open.ts';
import { watchOutages } from './unavailable.ts';

/** `unlimited` runs long work (a seed) on a separate connection, without the time limits of requests. */
export type ServerDatabase = OpenDatabase & { unlimited: <T>(work: (db: Db) => Promise<T>) => Promise<T> };

const megabyte = 2 ** 20;

/** Opens the embedded database if its disk has room: opening may write as much as using it. Throws when the disk is full. */
export const openWatched = async (folder: string, minMegabytes: number, log: Log): Promise<OpenDatabase> => {
  mkdirSync(folder, { recursive: true });
  const minFree = minMegabytes * megabyte;
  const disk = minFree > 0 ? watchDisk(freeSpaceOf(folder), minFree, log) : unwatchedDisk;
  if (disk.isFull())
    throw new Error(
      `The disk under ${folder} has ${Math.floor((disk.free() ?? 0) / megabyte)} MB left, and the database needs ` +
        `${minMegabytes}. Free some space, or set DATA_DIR to another disk.`,
    );
  return openEmbedded(folder, { disk });
};

/** Inspects a database before anything is written to it. Throws when the server must not use it. */
type Check = (db: Db) => Promise<void>;

const startEmbedded = async (folder: string, minMegabytes: number, log: Log, check: Check): Promise<ServerDatabase> => {
  const open = await openWatched(folder, minMegabytes, log);
  try {
    await check(open.db);
  } catch (thrown) {
    await open.close();
    throw thrown;
  }
  await migrate(open.db);
  await releaseKeys(open.db);
  return { ...open, unlimited: (work) => work(open.db) };
};

const startPostgres = async (url: string, env: DatabaseEnv, log: Log, check: Check): Promise<ServerDatabase> => {
  const unlimited: ServerDatabase['unlimited'] = async (work) => {
    const { db, close } = await openPostgres(url, noLimits);
    try {
      return await work(db);
    } finally {
      await close();
    }
  };
  await unlimited(check);
  await unlimited(migrate);
  return { ...(await openPostgres(url, limitsOf(env), watchOutages(log))), unlimited };
};

/**
 * Opens the configured database and migrates it; `check` runs before. Throws when the database cannot be used, and what `check`
 * throws.
 */
export const startDatabase = (env: DatabaseEnv, log: Log, check: Check): Promise<ServerDatabase> =>
  env.DATABASE_URL
    ? startPostgres(env.DATABASE_URL, env, log, check)
    : startEmbedded(env.DATA_DIR, env.DATA_MIN_FREE_MB, log, check);
