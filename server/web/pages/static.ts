import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { encoded, type File, fileOf } from '#server/web/http/encode.ts';
import { policyOfWorker } from '#server/web/http/headers.ts';
import { workerPath } from '#src/domain/ticket-storage.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** The built app. `page` is filled in for each site and never served as it is. */
export type Client = { files: ReadonlyMap<string, File>; page: string };

/** Files with hashed names never change. The service worker's script has a fixed address, so it must be revalidated each time. */
const freshnessOf = (path: string): string => {
  if (path.startsWith('assets/')) return 'public, max-age=31536000, immutable';
  return `/${path}` === workerPath ? 'no-cache' : 'public, max-age=3600';
};

const readFile = (folder: string, path: string): File => {
  const bytes = readFileSync(join(folder, path));
  const type = types[extname(path)] ?? 'application/octet-stream';
  const pick = encoded(bytes, /text|json|svg|manifest|icon/.test(type) && bytes.length > 200, 11);
  const file = fileOf(pick, bytes.toString('base64'), type, freshnessOf(path));
  if (`/${path}` === workerPath) file.headers['content-security-policy'] = policyOfWorker;
  return file;
};

/** Reads the built app into memory; null when it was not built. Its files of sites are for other servers: this one has its own. */
export const loadClient = (folder: string): Client | null => {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !entry.parentPath.includes('/.'))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => path !== 'index.html' && !path.startsWith('sites/'));
  const files = new Map(paths.map((path) => [`/${path}`, readFile(folder, path)]));
  return { files, page: readFileSync(join(folder, 'index.html'), 'utf8') };
};

/** Compresses the assets in advance, one after the other, so that the first visitor does not wait. */
export const warm = async ({ files }: Client): Promise<void> => {
  for (const [path, file] of files) if (path.startsWith('/assets/')) await file.encoded('br');
};
