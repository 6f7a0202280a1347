import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Hono } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { encoderOf, type File, fileOf, serveFile } from '#server/web/http/encode.ts';
import { policyOfWorker } from '#server/web/http/headers.ts';
import type { Variables } from '#server/web/http/variables.ts';
import { settingsPath } from '#src/domain/site.ts';
import { workerPath } from '#src/domain/ticket-storage.ts';
import type { Picture } from '#src/sites/site-pictures.ts';
import { pageSettings } from './page.ts';

/** Only texts are compressed, and none that would gain little. `quality` is Brotli's. */
const textEncoderOf = (bytes: Uint8Array, isText: boolean, quality: number) =>
  encoderOf(bytes, isText && bytes.length > 200, quality);

/** Cache-Control of files whose address changes with their content. */
const forever = 'public, max-age=31536000, immutable';

/** Most files that are stored in compressed form. */
const maxFiles = 500;

/**
 * Serves pictures by addresses with a hash, and the settings of each site's page as JSON; null for other addresses. The files of a
 * site's folder are not served.
 */
export const createSiteFiles = (deps: Parameters<typeof pageSettings>[0]) => {
  const { sites } = deps;
  const files = new Map<string, File>();
  const pictureFile = (path: string, { bytes, type }: Picture): File => {
    if (files.size >= maxFiles) files.clear();
    const encode = textEncoderOf(bytes, type === 'image/svg+xml', 6);
    /* The path is the version, too, since it has the hash of the picture. */
    const file = files.get(path) ?? fileOf(encode, { version: path, type, freshness: forever });
    files.set(path, file);
    return file;
  };
  return async (path: string, request: Request): Promise<Response | null> => {
    if (!path.startsWith('/sites/')) return null;
    const picture = sites.pictureAt(path);
    if (picture !== null) return serveFile(pictureFile(path, picture), request);
    const site = [...sites].find((code) => settingsPath(code) === path);
    if (site === undefined) return null;
    const text = JSON.stringify(pageSettings(deps, site, request.url));
    const about = { version: text, type: 'application/json', freshness: 'no-cache' };
    return serveFile(fileOf(textEncoderOf(Buffer.from(text), true, 6), about), request);
  };
};

/** The built app. `page` is filled in for each site and never served as it is. */
export type Client = { files: ReadonlyMap<string, File>; page: string };

/** Files with hashed names never change. The service worker's script has a fixed address, so it must be revalidated each time. */
const freshnessOf = (path: string): string => {
  if (path.startsWith('assets/')) return forever;
  return `/${path}` === workerPath ? 'no-cache' : 'public, max-age=3600';
};

const fileAt = (folder: string, path: string): File => {
  const bytes = readFileSync(join(folder, path));
  const type = getMimeType(path) ?? 'application/octet-stream';
  const encode = textEncoderOf(bytes, /text|json|svg|manifest|icon/.test(type), 11);
  const file = fileOf(encode, { version: bytes.toString('base64'), type, freshness: freshnessOf(path) });
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
  const files = new Map(paths.map((path) => [`/${path}`, fileAt(folder, path)]));
  return { files, page: readFileSync(join(folder, 'index.html'), 'utf8') };
};

/** Compresses the assets in advance, one after the other, so that the first visitor does not wait. */
export const warm = async ({ files }: Client): Promise<void> => {
  for (const [path, file] of files) if (path.startsWith('/assets/')) await file.encode('br');
};

const appleFile = 'apple-developer-merchantid-domain-association';
/** Apple's file has about 9 kB. */
const maxAppleFile = 64 * 1024;

/** The file by which Apple recognises a host that offers Apple Pay, from `SECRETS_DIR` (docs/operations.md#apple-pay); 404 without it. */
export const applePayRoute = (app: Hono<Variables>, folder: string | undefined): void => {
  app.get(`/.well-known/${appleFile}`, async (c) => {
    const bytes = folder === undefined ? null : await readFile(join(folder, appleFile)).catch(() => null);
    if (bytes === null || bytes.length > maxAppleFile) return c.notFound();
    return c.body(new Uint8Array(bytes), 200, { 'content-type': 'text/plain', 'cache-control': 'no-cache' });
  });
};
