import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ReadResult, readSite } from './read-site.ts';

/** The folder of the repository's sites. */
export const exampleFolder = import.meta.dirname;

const textOf = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8');
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && (thrown.code === 'ENOENT' || thrown.code === 'ENOTDIR'))
      return null;
    throw thrown;
  }
};

/** Names of the folders in a folder of sites, sorted; hidden ones are left out. Empty if there is no such folder. */
export const siteFolders = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => (entry.isDirectory() || entry.isSymbolicLink()) && !entry.name.startsWith('.'))
        .map(({ name }) => name)
        .sort()
    : [];

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 12);

/** Reads the folder of one site. */
export const readSiteFolder = (folder: string, code: string): ReadResult =>
  readSite(code, (file) => textOf(join(folder, code, file)), hashOf);
