import { encoded, type File, fileOf, serveFile } from '#server/web/http/encode.ts';
import { settingsPath } from '#src/domain/site.ts';
import type { Picture } from '#src/sites/site-pictures.ts';
import { pageSettings } from './page.ts';

const textual = (bytes: Uint8Array, isText: boolean) => encoded(bytes, isText && bytes.length > 200, 6);

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
    /* The address has the hash of the picture. */
    const pick = () => textual(bytes, type === 'image/svg+xml');
    const made = files.get(path) ?? fileOf(pick(), path, type, 'public, max-age=31536000, immutable');
    files.set(path, made);
    return made;
  };
  return async (path: string, request: Request): Promise<Response | null> => {
    if (!path.startsWith('/sites/')) return null;
    const picture = sites.pictureAt(path);
    if (picture !== null) return serveFile(pictureFile(path, picture), request);
    const site = [...sites].find((code) => settingsPath(code) === path);
    if (site === undefined) return null;
    const text = JSON.stringify(pageSettings(deps, site, request.url));
    return serveFile(fileOf(textual(Buffer.from(text), true), text, 'application/json', 'no-cache'), request);
  };
};
