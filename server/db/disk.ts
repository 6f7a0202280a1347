import { statfsSync } from 'node:fs';
import type { PGliteDialectConfig } from 'kysely';
import type { Log } from '#server/http/log.ts';
import { reportProgress } from '#server/watchdog.ts';
import { DatabaseUnavailable } from './unavailable.ts';

type Pglite = Exclude<PGliteDialectConfig['pglite'], (...given: never) => unknown>;

/** Free bytes of a file system. */
export type FreeSpace = () => number;

/** Watches the space under the embedded database. */
export type DiskWatch = {
  /** Bytes that are free; null where nothing is watched. */
  free: () => number | null;
  /** Whether writes are refused: from `least` down, until half as much again is free. */
  isFull: () => boolean;
  /** Whether even a transaction that runs has to end: half of `least` is used up. */
  isCritical: () => boolean;
};

/** For a database on another machine, or in memory. */
export const unwatchedDisk: DiskWatch = { free: () => null, isFull: () => false, isCritical: () => false };

/** Free bytes of the file system that holds `folder`, for a process without privileges; none where it cannot be asked. */
export const freeSpaceOf =
  (folder: string): FreeSpace =>
  () => {
    try {
      const { bavail, bsize } = statfsSync(folder);
      return bavail * bsize;
    } catch {
      return 0;
    }
  };

/**
 * PGlite never comes back from a write that finds the disk full: it needs 16 MB for the next WAL segment, and without them it
 * loops for ever. So writes are refused while there is still room for several segments. It is asked before every write, which
 * costs microseconds: nothing but the statement that runs can use up space between the question and the write.
 */
export const watchDisk = (free: FreeSpace, least: number, log: Log): DiskWatch => {
  let isFull = false;
  return {
    free,
    isFull: () => {
      const bytes = free();
      const wasFull = isFull;
      isFull = bytes < (wasFull ? 1.5 * least : least);
      const megabytes = Math.floor(bytes / 2 ** 20);
      if (isFull && !wasFull) log('error', 'disk_full', { free_mb: megabytes });
      if (!isFull && wasFull) log('warn', 'disk_has_room', { free_mb: megabytes });
      return isFull;
    },
    isCritical: () => free() < least / 2,
  };
};

/** Whether a statement outside a transaction only reads. */
const isRead = (text: string): boolean =>
  /^\s*(select|with)\b/i.test(text) && !/\b(insert\s+into|delete\s+from|update\s+["a-z]|for\s+update)\b/i.test(text);

/** The same PGlite, which refuses to write while its disk is full (DatabaseUnavailable, `disk_full`). */
export const guardWrites = (pglite: Pglite, disk: DiskWatch): Pglite => {
  const refuse = (isOver: boolean): void => {
    if (isOver) throw new DatabaseUnavailable('disk_full');
  };
  const done = <T>(running: Promise<T>): Promise<T> => running.finally(reportProgress);
  return {
    get closed() {
      return pglite.closed;
    },
    get ready() {
      return pglite.ready;
    },
    waitReady: pglite.waitReady,
    close: () => pglite.close(),
    query: async (text, values) => {
      if (!isRead(text)) refuse(disk.isFull());
      return done(pglite.query(text, values));
    },
    transaction: (work) =>
      pglite.transaction((tx) => {
        let hasBegun = false;
        return work({
          query: async (text, values) => {
            refuse(hasBegun ? disk.isCritical() : disk.isFull());
            hasBegun = true;
            return done(tx.query(text, values));
          },
          rollback: () => tx.rollback(),
        });
      }),
  };
};
