import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from 'ticket-store/test/api/kit/process.ts';

const megabyte = 2 ** 20;

/** A file system in memory that a test can fill. */
export type SmallDisk = {
  folder: string;
  /** Fills the disk until this many megabytes are left; null deletes the filling. */
  setFreeSpace: (megabytes: number | null) => void;
  unmount: () => void;
};

/** Mounts a file system of this size. Null if this user may not mount one. */
export const mountSmallDisk = (megabytes: number): SmallDisk | null => {
  const { folder, remove } = temporaryFolder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    remove();
    return null;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    setFreeSpace: (free) => {
      rmSync(ballast, { force: true });
      if (free === null) return;
      const { bavail, bsize } = statfsSync(folder);
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - free * megabyte)));
    },
    unmount: () => {
      execFileSync('umount', ['-l', folder]);
      remove();
    },
  };
};
