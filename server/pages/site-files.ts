import { hashOf } from '#server/core/crypto.ts';
import type { Sites } from '#server/sites/sites.ts';
import { settingsPath } from '#src/domain/site.ts';
import { encoded } from './encode.ts';
import { serveFile } from './static.ts';

type File = Parameters<typeof serveFile>[0];

const fileOf = (text: string, type: string, freshness: string): File => {
  const etag = `"${hashOf(text).slice(0, 27)}"`;
  const headers = { 'content-type': type, 'cache-control': freshness, etag, vary: 'accept-encoding' };
  return { encoded: encoded(Buffer.from(text), text.length > 200, 6), headers };
};

/**
 * Serves logos by addresses with a hash, and the settings of each site's page as JSON; null for other addresses. The files of a
 * site's folder are not served.
 */
export const createSiteFiles = (sites: Sites) => {
  const logos = new Map<string, File>();
  const logoFile = (path: string, svg: string): File => {
    const made = logos.get(path) ?? fileOf(svg, 'image/svg+xml', 'public, max-age=31536000, immutable');
    return logos.set(path, made) && made;
  };
  return async (path: string, request: Request): Promise<Response | null> => {
    if (!path.startsWith('/sites/')) return null;
    const svg = sites.logoAt(path);
    if (svg !== null) return serveFile(logoFile(path, svg), request);
    const site = [...sites].find((code) => settingsPath(code) === path);
    if (site === undefined) return null;
    return serveFile(fileOf(JSON.stringify(sites.settingsOf(site)), 'application/json', 'no-cache'), request);
  };
};
