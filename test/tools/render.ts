/**
 * `npm run tool -- render`: what first screens cost the server, for all sites and languages: the first rendering, a warm one, the
 * memory of all pages, and pages served in a second. Needs a build; times are of this machine.
 */
import { performance } from 'node:perf_hooks';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { langs } from '#src/domain/lang.ts';
import type { RenderMarkup } from '#src/domain/markup.ts';
import { startOwnShop } from '#test/browser/kit/host.ts';
import { catalogue } from '#test/paths/sample-shop.ts';
import { settingsOf, siteCodes } from '#test/tools/example-sites.ts';

const file = fileURLToPath(new URL('../../dist/page/markup.js', import.meta.url));
const seconds = 5;
const atOnce = 8;

const place = { environment: 'production', path: '/', api: '/api/v1' } as const;
const inputs = siteCodes.flatMap((code) => langs.map((lang) => ({ site: settingsOf(code), lang, catalogue, place })));
const sortedTimes: number[] = [];
const timed = async (run: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await run();
  return performance.now() - start;
};
setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');
const megabytes = () => {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1_000_000;
};
const line = (title: string, value: number, unit: string) =>
  console.log(`${title.padEnd(48)}${value.toFixed(1)} ${unit}`);

const first = await timed(async () => {
  const { renderMarkup }: { renderMarkup: RenderMarkup } = await import(pathToFileURL(file).href);
  const [input] = inputs;
  if (input) await renderMarkup(input);
});
const { renderMarkup }: { renderMarkup: RenderMarkup } = await import(pathToFileURL(file).href);
for (const input of inputs) await renderMarkup(input);
for (const input of inputs) sortedTimes.push(await timed(() => renderMarkup(input)));
sortedTimes.sort((a, b) => a - b);
line('first rendering, with loading its code', first, 'ms');
line('a warm rendering, median', sortedTimes[Math.floor(sortedTimes.length / 2)] ?? 0, 'ms');
line('a warm rendering, longest', sortedTimes.at(-1) ?? 0, 'ms');

const shop = await startOwnShop();
const urls = siteCodes.flatMap((code) => langs.map((lang) => `${shop.url}/${code}/?lang=${lang}`));
const get = async (url: string) => (await fetch(url, { headers: { 'accept-encoding': 'br' } })).arrayBuffer();
await get(`${shop.url}/`);
const before = megabytes();
const filling = await timed(async () => {
  for (const url of urls) await get(url);
});
line(`memory of ${urls.length} pages`, megabytes() - before, 'MB');
line('making one of them, compressed, on average', filling / urls.length, 'ms');
let served = 0;
const end = performance.now() + seconds * 1000;
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    while (performance.now() < end) {
      await get(urls[served % urls.length] ?? shop.url);
      served += 1;
    }
  }),
);
line('pages in a second, client in the same process', served / seconds, '');
await shop.close();
