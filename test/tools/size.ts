/**
 * `npm run tool -- size`: gzip -9 sizes of the scripts and styles of the last build, against the budgets of
 * docs/architecture.md#size-budgets.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import * as v from 'valibot';
import { textsIn } from '#build/catalogues.ts';

const client = fileURLToPath(new URL('../../dist/client', import.meta.url));
const most = { firstBytes: 175_000, scripts: 40 };

const Part = v.object({
  file: v.string(),
  imports: v.optional(v.array(v.string()), []),
  isEntry: v.optional(v.boolean(), false),
});
const manifest = v.parse(
  v.record(v.string(), Part),
  JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')),
);

const sizeOf = (file: string): number => gzipSync(readFileSync(join(client, file)), { level: 9 }).length;
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const line = (title: string, bytes: number) => console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${title}`);

/** A file and those of everything that it imports statically. */
const withImports = (name: string): string[] => {
  const part = manifest[name];
  return part ? [part.file, ...part.imports.flatMap(withImports)] : [];
};
const first = new Set(Object.keys(manifest).flatMap((name) => (manifest[name]?.isEntry ? withImports(name) : [])));
const texts = Object.entries(manifest).flatMap(([name, { file }]) => (textsIn(name)?.isFirst ? [file] : []));
const settings = readdirSync(join(client, 'sites')).filter((name) => name.endsWith('.json'));
const largest = (files: readonly string[]) => Math.max(...files.map(sizeOf));

const bytes = sum([...first].map(sizeOf)) + largest(texts) + largest(settings.map((name) => `sites/${name}`));
const files = readdirSync(join(client, 'assets')).filter((name) => /\.(?:js|css)$/.test(name));
const scripts = files.filter((name) => name.endsWith('.js')).length;
console.log('gzip -9\n');
line(`scripts of the first screen, with the longest texts and settings (at most ${most.firstBytes / 1000})`, bytes);
for (const file of first) line(`  ${file}`, sizeOf(file));
line('the page itself, with the styles of the first screen', sizeOf('index.html'));
console.log(`\n${scripts} script files (at most ${most.scripts})`);
for (const file of files.map((name) => `assets/${name}`)) if (!first.has(file)) line(`  ${file}`, sizeOf(file));
process.exitCode = first.size > 0 && bytes <= most.firstBytes && scripts <= most.scripts ? 0 : 1;
