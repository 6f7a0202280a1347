import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Names the process that wrote the file, and its host, which is the container's id in a container. */
const inUse = (folder: string, file: string): Error => {
  const [pid = '', host = ''] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const where =
    host === '' || host === hostname()
      ? '. Stop it,'
      : ` of ${host}, another container or machine. Run the command there (docker exec), stop it,`;
  const owner = pid === '' ? 'another process' : `process ${pid}`;
  return new Error(`The database in ${folder} is in use by ${owner}${where} or set DATA_DIR to another folder.`);
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
 * where the number of a process means nothing; that is written for the message only.
 */
export const lockFolder = (folder: string): (() => void) => {
  const file = join(folder, 'server.pid');
  const lock = lockFile(join(folder, 'server.lock'));
  if (!lock) throw inUse(folder, file);
  writeFileSync(file, `${process.pid}\n${hostname()}\n`);
  return () => {
    if (!lock.isOpen) return;
    rmSync(file, { force: true });
    lock.close();
  };
};
