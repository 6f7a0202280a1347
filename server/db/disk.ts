import { statfsSync } from 'node:fs';
import type { Log } from '#server/core/log.ts';
import { DatabaseUnavailable } from './unavailable.ts';

/** Monitors the free space under the embedded database. */
export type DiskWatch = {
  /** Free bytes; null when nothing is monitored. */
  free: () => number | null;
  /** Whether writes are refused: below `min`, until free space reaches 1.5 times `min` again. */
  isFull: () => boolean;
  /** Whether running transactions must end too: free space is below half of `min`. */
  isCritical: () => boolean;
};

/** For a database on another machine, or in memory. */
export const unwatchedDisk: DiskWatch = { free: () => null, isFull: () => false, isCritical: () => false };

/** Free bytes available to an unprivileged process on the file system of `folder`; 0 if that cannot be read. */
export const freeSpaceOf = (folder: string) => (): number => {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
};

/**
 * PGlite loops for ever when the disk fills up during a write, because it needs 16 MB for the next WAL segment. So writes are
 * refused while several segments still fit. Checked before every write: that costs microseconds, and in between only the running
 * statement uses space.
 */
export const watchDisk = (free: () => number, min: number, log: Log): DiskWatch => {
  let isFull = false;
  return {
    free,
    isFull: () => {
      const bytes = free();
      const wasFull = isFull;
      isFull = bytes < (wasFull ? 1.5 * min : min);
      const megabytes = Math.floor(bytes / 2 ** 20);
      if (isFull && !wasFull) log('error', 'disk_full', { free_mb: megabytes });
      if (!isFull && wasFull) log('warn', 'disk_has_room', { free_mb: megabytes });
      return isFull;
    },
    isCritical: () => free() < min / 2,
  };
};

/** Whether a statement outside a transaction is read-only; fixed ones say so (`server/db/statement.ts`). */
const isRead = (text: string): boolean =>
  /^\s*(\/\* read \*\/ )?(select|with)\b/i.test(text) &&
  !/\b(insert\s+into|delete\s+from|update\s+["a-z]|for\s+update)\b/i.test(text);

/**
 * Throws DatabaseUnavailable (`disk_full`) for what may write while the disk is full. `at`: a statement alone, the first of a
 * transaction, or a later one.
 */
export const checkRoom = (disk: DiskWatch, text: string, at: 'alone' | 'begin' | 'inside'): void => {
  if (at === 'alone' && isRead(text)) return;
  if (at === 'inside' ? disk.isCritical() : disk.isFull()) throw new DatabaseUnavailable('disk_full');
};
