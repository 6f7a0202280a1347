import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

const OpsAddressSchema = v.object({ url: v.pipe(v.string(), v.url()), token: v.pipe(v.string(), v.minLength(32)) });

/** Address and token of a running server's endpoint for operators. */
export type OpsAddress = v.InferOutput<typeof OpsAddressSchema>;

const fileIn = (folder: string): string => join(folder, 'ops.json');

export const newOpsToken = (): string => randomBytes(32).toString('base64url');

/** The endpoint of the server that uses this data folder; null when none is running. */
export const readOpsAddress = (folder: string): OpsAddress | null => {
  try {
    return v.parse(OpsAddressSchema, JSON.parse(readFileSync(fileIn(folder), 'utf8')));
  } catch {
    return null;
  }
};

/**
 * Publishes the endpoint to `npm run ops` in a file that only the server's user can read. Returns a function that removes the
 * file, unless another server has replaced it. Throws when the folder cannot be written.
 */
export const publishOpsAddress = (folder: string, address: OpsAddress): (() => void) => {
  mkdirSync(folder, { recursive: true });
  /* Readers see a whole file or none. */
  const unfinished = `${fileIn(folder)}.${process.pid}`;
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, `${JSON.stringify(address)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(unfinished, fileIn(folder));
  return () => {
    if (readOpsAddress(folder)?.token === address.token) rmSync(fileIn(folder), { force: true });
  };
};
