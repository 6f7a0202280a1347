import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
};

const holder = (file: string): number => {
  try {
    return Number.parseInt(readFileSync(file, 'utf8'), 10);
  } catch {
    return Number.NaN;
  }
};

/**
 * PGlite does not lock its folder, so a second process would corrupt it unnoticed. Returns a function that releases the lock.
 * Throws if a living process holds it; a stale lock is replaced.
 */
export const lockFolder = (folder: string): (() => void) => {
  const file = join(folder, 'server.pid');
  const take = () => writeFileSync(file, `${process.pid}\n`, { flag: 'wx' });
  try {
    take();
  } catch {
    const pid = holder(file);
    if (pid !== process.pid && isAlive(pid))
      throw new Error(
        `The database in ${folder} is in use by process ${pid}. Stop it, or set DATA_DIR to another folder.`,
      );
    rmSync(file, { force: true });
    take();
  }
  return () => {
    if (holder(file) === process.pid) rmSync(file, { force: true });
  };
};
