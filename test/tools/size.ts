/**
 * `npm run tool -- size`: gzip -9 sizes of a visitor's downloads in the last build, against the budget of
 * docs/architecture.md#size-budgets.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { textsIn } from '#build/catalogues.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const client = join(root, 'dist/client');
const budget = { order: 175_000, css: 20_000, screen: 25_000 };

const Part = v.object({
  file: v.string(),
  imports: v.optional(v.array(v.string()), []),
  css: v.optional(v.array(v.string()), []),
  isDynamicEntry: v.optional(v.boolean(), false),
});
const Modules = v.record(v.string(), v.record(v.string(), v.number()));
const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

const page = readFileSync(join(client, 'index.html'), 'utf8');
const manifest = v.parse(v.record(v.string(), Part), json(join(client, '.vite/manifest.json')));
const modules = v.parse(Modules, json(join(root, 'dist/modules.json')));

const gzip = (content: string | Buffer) => gzipSync(content, { level: 9 }).length;
const sizeOf = (file: string) => gzip(readFileSync(join(client, file)));
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const kB = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(7)} kB`;

/** A chunk's file and those of everything it imports statically. */
const closure = (name: string, seen = new Set<string>()): Set<string> => {
  const part = manifest[name];
  if (part === undefined || seen.has(part.file)) return seen;
  seen.add(part.file);
  for (const other of part.imports) closure(other, seen);
  return seen;
};
const lazy = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry);
/** The order screen and the calls are in the entry. */
const first = new Set(
  [...page.matchAll(/<link rel="modulepreload" crossorigin href="\/([^"]+\/entry-[^"]+)"/g)].flatMap(([, file]) =>
    Object.keys(manifest).flatMap((name) => (manifest[name]?.file === file ? [...closure(name)] : [])),
  ),
);
const catalogues = lazy.filter((name) => textsIn(name)?.isFirst === true);
const more = lazy.filter((name) => textsIn(name)?.isFirst === false);
const screens = lazy.filter((name) => /^screens\//.test(name));
const beyond = (name: string) => sum([...closure(name)].filter((file) => !first.has(file)).map(sizeOf));

/** Estimated share of these rooms in the files, by the length of their minified modules. */
const share = (files: Iterable<string>, room: RegExp) =>
  sum(
    [...files].map((file) => {
      const lengths = Object.entries(modules[file] ?? {});
      const all = sum(lengths.map(([, length]) => length));
      const own = sum(lengths.filter(([id]) => room.test(id)).map(([, length]) => length));
      return all === 0 ? 0 : (sizeOf(file) * own) / all;
    }),
  );

let over = 0;
const line = (title: string, bytes: number, limit?: number) => {
  const tooMuch = limit !== undefined && bytes > limit;
  if (tooMuch) over += 1;
  console.log(
    `${kB(bytes)}  ${title}${limit === undefined ? '' : ` (at most ${limit / 1000})`}${tooMuch ? '  TOO MUCH' : ''}`,
  );
};

const most = (names: readonly string[]) => Math.max(0, ...names.map(beyond));
console.log('gzip -9\n');
/** Inside the page, or a file where no server of ours fills it. */
const settings = Math.max(
  ...readdirSync(join(client, 'sites'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => sizeOf(`sites/${name}`)),
);
const order = sum([...first].map(sizeOf)) + most(catalogues) + settings;
line('JavaScript of the order screen with the longest texts and settings', order, budget.order);
for (const file of first) line(`  ${file}`, sizeOf(file));
for (const name of catalogues) line(`  texts ${manifest[name]?.file}`, beyond(name));
line('  settings of one site, at most', settings);
console.log('of these, about');
line('  charts (machines/)', share(first, /^machines\//));
line('  contracts (src/api, src/domain)', share(first, /^src\/(api|domain)\//));
line('  libraries', share(first, /^node_modules\//));
const styles = [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css]) => gzip(css ?? ''));
const sheets = new Set(Object.values(manifest).flatMap((part) => part.css));
console.log('');
line('CSS in the page and of all screens', sum(styles) + sum([...sheets].map(sizeOf)), budget.css);
/** The server sends skin and picture of one site only. */
const bare = page.replace(/<style data-of.*?<\/style>/gs, '');
const drawn = [...page.matchAll(/<style data-of.*?<\/style>/gs)].map(([style]) => gzip(bare + style));
line('the page itself, styles and the largest picture included', Math.max(gzip(bare), ...drawn));
console.log('\nother screens, each beside what the order screen has brought');
for (const name of screens) line(`  ${name}`, beyond(name), budget.screen);
console.log('on demand');
line('  the worker that opens kept tickets', sizeOf('ticket-worker.js'));
for (const name of more) line(`  texts ${manifest[name]?.file}`, beyond(name));
for (const name of lazy.filter((name) => ![...screens, ...catalogues, ...more].includes(name))) {
  line(`  ${name}`, beyond(name));
}
const there = [...first].some((file) =>
  Object.keys(modules[file] ?? {}).some((id) => id.endsWith('/order-screen.tsx')),
);
if (!there || catalogues.length === 0) {
  console.error('\nNo order screen in the entry, or no catalogue: this budget measures nothing.');
  over += 1;
}
process.exit(over === 0 ? 0 : 1);
