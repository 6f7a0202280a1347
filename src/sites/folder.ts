import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { FileContent } from './files.ts';
import { type ReadResult, readSite } from './read-site.ts';

/** The folder of the repository's sites. */
export const exampleFolder = import.meta.dirname;

/** Largest file of a folder, bytes. */
const largest = 1_048_576;

/**
 * A file of a site's folder. A link must stay inside: the folder's author need not be allowed to read the server's other files.
 * Nothing but a plain file is opened, since reading a pipe would stop the process.
 */
const contentOf = (folder: string, file: string): FileContent => {
  try {
    const path = realpathSync(join(folder, file));
    if (!path.startsWith(`${realpathSync(folder)}${sep}`)) return { problem: 'a link that leads out of the folder' };
    const stats = statSync(path);
    if (!stats.isFile()) return { problem: 'not a file' };
    return stats.size > largest ? { problem: `${stats.size} bytes, at most ${largest}` } : readFileSync(path);
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
    return code === 'ENOENT' || code === 'ENOTDIR' ? null : { problem: `cannot be read (${code})` };
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

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 12);

export const readSiteFolder = (folder: string, code: string): ReadResult =>
  readSite(code, (file) => contentOf(join(folder, code), file), hashOf);
