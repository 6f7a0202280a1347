import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const Door = v.object({ url: v.pipe(v.string(), v.url()), token: v.pipe(v.string(), v.minLength(32)) });

/** Where the operator's door of a running server is, and what opens it. */
export type DoorFile = v.InferOutput<typeof Door>;

const fileIn = (folder: string): string => join(folder, 'ops.json');

/** A token for one run of the server. */
export const newDoorToken = (): string => randomBytes(32).toString('base64url');

/** In: the data folder. Out: the door of the server that runs on it; null when none does. */
export const readDoor = (folder: string): DoorFile | null => {
  try {
    return v.parse(Door, JSON.parse(readFileSync(fileIn(folder), 'utf8')));
  } catch {
    return null;
  }
};

/**
 * Tells `npm run ops` where the door is: in a file that the server's own user alone can read. Out: what takes it away again,
 * unless another server has put its own there. Throws when the folder cannot be written.
 */
export const writeDoor = (folder: string, door: DoorFile): (() => void) => {
  mkdirSync(folder, { recursive: true });
  const own = `${fileIn(folder)}.${process.pid}`;
  rmSync(own, { force: true });
  writeFileSync(own, `${JSON.stringify(door)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(own, fileIn(folder));
  return () => {
    if (readDoor(folder)?.token === door.token) rmSync(fileIn(folder), { force: true });
  };
};
