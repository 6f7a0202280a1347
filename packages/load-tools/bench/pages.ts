import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Renderer } from 'ticket-store/server/web/pages/renderer.ts';
import { type Lang, langs } from 'ticket-store/src/domain/lang.ts';
import type { SiteCode } from 'ticket-store/src/domain/site.ts';
import { startOwnShop } from 'ticket-store/test/browser/kit/host.ts';
import { rootOf } from 'ticket-store/test/browser/kit/site-walk.ts';
import { catalogue } from 'ticket-store/test/paths/sample-shop.ts';
import { settingsOf, siteCodes } from 'ticket-store/test/tools/example-sites.ts';
import { median, timed } from './load.ts';
import { withFolder } from './place.ts';
import type { createSheet } from './sheet.ts';

const distFolder = fileURLToPath(new URL('../../../dist/', import.meta.url));
const markupFile = pathToFileURL(join(distFolder, 'page/markup.js')).href;
const atOnce = 8;

const pairs = siteCodes.flatMap((site) => langs.map((lang): [SiteCode, Lang] => [site, lang]));
const paths = ['/', '/tickets/'] as const;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const usedMB = async () => {
  // the buffers of what was collected are freed later
  for (let count = 0; count < 3; count += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1_000_000;
};

/** Time of the first rendering with loading its code, and of warm ones of each path, in ms. */
const renderings = async () => {
  const input = (path: string, [code, lang]: [SiteCode, Lang] = pairs[0] ?? ['borderless', 'en']) => ({
    site: settingsOf(code),
    lang,
    catalogue,
    place: { environment: 'production', path, api: '/api/v1' } as const,
  });
  const load = (): Promise<Renderer> => import(markupFile);
  const first = await timed(async () => (await load()).renderMarkup(input('/')));
  const { renderMarkup } = await load();
  const warm: Record<string, number[]> = {};
  for (const path of paths) {
    for (const pair of pairs) await renderMarkup(input(path, pair));
    const times: number[] = [];
    for (const pair of pairs) times.push(await timed(() => renderMarkup(input(path, pair))));
    warm[path] = times;
  }
  return { first, warm };
};

/** All pages of a server: the time that making one takes, their memory, and how many it serves in a second. */
const serving = async (clientFolder: string, seconds: number) => {
  const shop = await startOwnShop({ clientFolder });
  const urls = pairs.flatMap(([site, lang]) => paths.map((path) => `${rootOf(shop, site)}${path}?lang=${lang}`));
  const get = async (url = shop.url) => (await fetch(url, { headers: { 'accept-encoding': 'br' } })).arrayBuffer();
  // the server's own start and the client are warm, and one page is there
  for (let count = 0; count < 50; count += 1) await get(urls[0]);
  const before = await usedMB();
  const filling = await timed(async () => {
    for (const url of urls) await get(url);
  });
  const memory = (await usedMB()) - before;
  let served = 0;
  const took = await timed(async () => {
    const end = performance.now() + seconds * 1000;
    const client = async () => {
      while (performance.now() < end) {
        await get(urls[served % urls.length]);
        served += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, client));
  });
  await shop.close();
  return { count: urls.length, making: filling / urls.length, memory, perSecond: served / (took / 1000) };
};

/** What pages cost the server, all sites in all languages: with what the build renders them with, and without it. */
export const pages = async ({ row }: Pick<ReturnType<typeof createSheet>, 'row'>, seconds: number): Promise<void> => {
  const { first, warm } = await renderings();
  row('first rendering, with loading its code', first, 'ms', { atMost: 150 });
  for (const [what, times] of Object.entries(warm))
    row(`a warm rendering of ${what}, p50`, median(times), 'ms', { atMost: 5 });
  await withFolder(async (folder) => {
    const plainFolder = join(folder, 'client');
    cpSync(join(distFolder, 'client'), plainFolder, { recursive: true });
    const plain = await serving(plainFolder, seconds);
    const rendered = await serving(join(distFolder, 'client'), seconds);
    for (const [name, { count, making, memory, perSecond }] of Object.entries({ rendered, plain })) {
      row(`${count} ${name} pages: making one, compressed`, making, 'ms');
      row('  memory of all', memory, 'MB');
      row('  served, client in the same process', perSecond, '/s');
    }
    row('ratio: plain pages served to rendered ones', plain.perSecond / rendered.perSecond, '');
  });
};
