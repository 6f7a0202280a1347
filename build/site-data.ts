import type { Plugin } from 'vite';
import { settingsPath } from '#src/domain/site.ts';
import { exampleFolder, readSiteFolder, siteFolders } from '#src/sites/folder.ts';
import { faultLine, type Site } from '#src/sites/read-site.ts';

/** The site of an address without a site code. */
const home = 'borderless';

/** The repository's sites. Throws with every fault of their folders. */
const sitesOf = (): Site[] => {
  const codes = siteFolders(exampleFolder);
  const read = codes.map((code) => ({ code, ...readSiteFolder(exampleFolder, code) }));
  const faults = read.flatMap(({ code, faults = [] }) => faults.map((fault) => `src/sites/${faultLine(code, fault)}`));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return read.flatMap(({ site }) => site ?? []).sort((a, b) => Number(b.code === home) - Number(a.code === home));
};

type Served = { type: string; bytes: Uint8Array };

const filesOf = (sites: readonly Site[]): Map<string, Served> =>
  new Map(
    sites.flatMap(({ code, settings, pictures }): (readonly [string, Served])[] => [
      ...pictures,
      [settingsPath(code), { type: 'application/json', bytes: Buffer.from(JSON.stringify(settings)) }],
    ]),
  );

/**
 * The repository's sites for pages that no server of ours fills: the development server, and any web server that keeps the
 * contract. Settings are JSON files, logos have a hash in their names, and the page has the list of sites and all skins, marked
 * `static`; our server leaves them out and puts in what its own sites need (docs/architecture.md#sites).
 */
export const siteData = (): Plugin => ({
  name: 'site-data',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, response, next) => {
      const path = request.url?.split('?')[0] ?? '';
      const file = path.startsWith('/sites/') ? filesOf(sitesOf()).get(path) : undefined;
      if (file === undefined) return next();
      response.setHeader('content-type', file.type);
      response.end(file.bytes);
    });
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html) => {
      const sites = sitesOf();
      const styles = sites.map(
        ({ styles: { skin, artwork } }) => `  <style data-of="static">${skin}${artwork}</style>\n`,
      );
      return html
        .replace('<html', () => `<html data-sites="${sites.map(({ code }) => code).join(' ')}"`)
        .replace('</head>', () => `${styles.join('')}</head>`);
    },
  },
  generateBundle() {
    for (const [path, { bytes }] of filesOf(sitesOf()))
      this.emitFile({ type: 'asset', fileName: path.slice(1), source: bytes });
  },
});
