import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
};

/** The process that wrote the file, and since there is `server.lock` also its host, which is the container's id in a container. */
const holder = (file: string): { pid: number; host: string } => {
  try {
    const [pid = '', host = ''] = readFileSync(file, 'utf8').split('\n');
    return { pid: Number.parseInt(pid, 10), host };
  } catch {
    return { pid: Number.NaN, host: '' };
  }
};

const inUse = (folder: string, { pid, host }: ReturnType<typeof holder>): Error => {
  const where =
    host === '' || host === hostname()
      ? '. Stop it,'
      : ` of ${host}, another container or machine. Run the command there (docker exec), stop it,`;
  const process = Number.isNaN(pid) ? 'another process' : `process ${pid}`;
  return new Error(`The database in ${folder} is in use by ${process}${where} or set DATA_DIR to another folder.`);
};

const sqliteBusy = 5;

/**
 * Takes the operating system's lock of a file; null when it is held. The write, which is never committed, fails where the file belongs
 * to another user: SQLite would only share its lock there. Its journal is in memory, so that no second file appears.
 */
const lockFile = (file: string): DatabaseSync | null => {
  try {
    const lock = new DatabaseSync(file);
    lock.exec('pragma journal_mode = memory; begin exclusive; pragma user_version = 1');
    return lock;
  } catch (thrown) {
    if (thrown instanceof Error && 'errcode' in thrown && thrown.errcode === sqliteBusy) return null;
    throw new Error(`${file} cannot be locked: ${thrown instanceof Error ? thrown.message : thrown}.`);
  }
};

/**
 * PGlite does not lock its folder, so a second process would corrupt it unnoticed. Returns a function that releases the lock.
 * Throws if another process holds it. The lock is the kernel's, by SQLite: it ends with its process, and holds between containers,
 * where the number of a process means nothing. Processes of an earlier release know that number only, so it is written, too.
 */
export const lockFolder = (folder: string): (() => void) => {
  const file = join(folder, 'server.pid');
  const lock = lockFile(join(folder, 'server.lock'));
  const written = holder(file);
  if (!lock) throw inUse(folder, written);
  if (written.host === '' && written.pid !== process.pid && isAlive(written.pid)) {
    lock.close();
    throw inUse(folder, written);
  }
  writeFileSync(file, `${process.pid}\n${hostname()}\n`);
  return () => {
    if (!lock.isOpen) return;
    rmSync(file, { force: true });
    lock.close();
  };
};
