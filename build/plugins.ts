import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';
import type { Plugin } from 'vite';
import { settingsPath } from '#src/domain/site.ts';
import { workerPath } from '#src/domain/ticket-storage.ts';
import { exampleFolder, readSiteFolder, siteFolders } from '#src/sites/folder.ts';
import { faultLine, type Site } from '#src/sites/read-site.ts';
import { buildTargets } from './browsers.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Builds the service worker that opens stored tickets offline: one classic script without a hash in its name, because browsers
 * check for an update at the same address.
 */
export const ticketWorker = (): Plugin => ({
  name: 'ticket-worker',
  apply: 'build',
  async generateBundle() {
    const { output } = await build({
      input: join(root, 'src/worker/ticket-worker.ts'),
      write: false,
      treeshake: { moduleSideEffects: (id) => id.includes('/src/worker/') },
      transform: { target: buildTargets },
      output: { format: 'iife', minify: true },
    });
    this.emitFile({ type: 'asset', fileName: workerPath.slice(1), source: output[0].code });
  },
});

/**
 * Asks Chromium to compile all functions of a part of the page while it loads, which another thread does in idle time; otherwise each
 * is compiled when it first runs, as the visitor waits. Libraries are left alone: most of what is used of them has run by then.
 */
export const compiledAhead = (): Plugin => ({
  name: 'compiled-ahead',
  apply: 'build',
  generateBundle: {
    // the comment counts for what follows it, and Vite writes its list of files on top
    order: 'post',
    handler: (_options, bundle) => {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || /\/(?:libraries|rolldown-runtime)-[^/]+$/.test(chunk.fileName)) continue;
        chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      }
    },
  },
});

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
