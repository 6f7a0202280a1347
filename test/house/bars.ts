import { execFileSync } from 'node:child_process';
import { arrowsOf, circleFaults, floorFaults, floors } from './floors.ts';
import { placesOfLanguage } from './language-places.ts';
import { readText, root, sourcesIn } from './source.ts';

/** A size of the project, which may not exceed `most`; `goal`: the size to reach. Rows are lowered when less is reached. */
export type Bar = { what: string; value: number; most: number; goal?: number };

const isCode = (path: string): boolean => /\.(?:tsx?|m?js)$/.test(path);

/** The part of the project that a file belongs to; the tests of a package count as the package. */
const kindOf = (path: string): 'sandbox' | 'tests' | 'tools' | 'demo' | 'shop' | null => {
  if (!isCode(path)) return null;
  if (path.startsWith('packages/sandbox/')) return 'sandbox';
  if (/^(?:test\/tools|packages)\//.test(path)) return 'tools';
  if (/\.(?:test|fixture)\.tsx?$/.test(path) || path.startsWith('test/')) return 'tests';
  if (path.startsWith('server/catalogue/demo/')) return 'demo';
  return /^(?:src|machines|server|build)\//.test(path) ? 'shop' : null;
};

/** Rooms of the server, and files beside them, that import another one; each pair counts once. */
const arrowsBetween = (imports: readonly (readonly [from: string, to: string])[]): string[] => {
  const inShop = imports.filter((arrow) =>
    arrow.every((path) => path.startsWith('server/') && kindOf(path) === 'shop'),
  );
  const pairs = inShop.map((arrow) => arrow.map((path) => path.split('/').slice(0, 2).join('/')));
  return [...new Set(pairs.filter(([from, to]) => from !== to).map((pair) => pair.join(' → ')))].sort();
};

/** Rows of the list that `npm run tool` prints. */
const toolsIn = (program: string): number => {
  const [, table = ''] = /\nconst tools = \{\n([\s\S]*?)\n\};/.exec(program) ?? [];
  return [...table.matchAll(/^ {2}(?:'[\w-]+'|\w+): \[/gm)].length;
};

/** Every bar, measured on the files and commits that git knows. */
export const bars = (): Bar[] => {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const files = git('ls-files');
  // Published titles cannot be changed: those before this moment are not counted; seven later ones are too long.
  const titles = git('log', '--no-merges', '--since=2026-11-28T04:18:25Z', '--format=%s');
  const sumOf = (paths: readonly string[]): number =>
    paths.reduce((sum, path) => sum + readText(path).split('\n').length - 1, 0);
  const linesOf = (kind: ReturnType<typeof kindOf>): number => sumOf(files.filter((path) => kindOf(path) === kind));
  const kilobytes = (paths: readonly string[]): number =>
    Math.ceil(paths.reduce((sum, path) => sum + Buffer.byteLength(readText(path)), 0) / 1000);
  const server = sourcesIn(['server']);
  const scripts = Object.keys(JSON.parse(readText('package.json')).scripts).length;
  const rooms = new Set((floors.server ?? []).flatMap((row) => row.split(' ')).filter((room) => room !== '.'));
  const circles = circleFaults(sourcesIn(['build', 'machines', 'server', 'src']));
  const documents = files.filter((path) => path.endsWith('.md'));
  return [
    { what: 'rooms of server', value: rooms.size, most: 10 },
    { what: 'arrows between them and the files beside', value: arrowsBetween(arrowsOf(server)).length, most: 110 },
    { what: 'arrows upward', value: floorFaults(server).length, most: 0 },
    { what: 'circles of files', value: circles.length, most: 0 },
    { what: 'scripts and tools', value: scripts + toolsIn(readText('test/tools/tool.mjs')), most: 21 },
    { what: 'places of a language', value: placesOfLanguage().length, most: 12 },
    { what: 'lines of the shop', value: linesOf('shop'), most: 50_000, goal: 48_000 },
    { what: 'lines of SQL', value: sumOf(files.filter((path) => path.endsWith('.sql'))), most: 1_280 },
    { what: 'lines of demo data', value: linesOf('demo'), most: 260 },
    { what: 'lines of the sandbox', value: linesOf('sandbox'), most: 8_100 },
    { what: 'lines of tests with kits', value: linesOf('tests'), most: 46_000 },
    { what: 'lines of tools', value: linesOf('tools'), most: 14_600 },
    { what: 'kB of Markdown', value: kilobytes(documents), most: 220 },
    { what: 'commit titles above 72 characters', value: titles.filter(({ length }) => length > 72).length, most: 7 },
    { what: 'kB of README.md', value: kilobytes(['README.md']), most: 7 },
  ];
};

/** The table, a line for each bar. */
export const tableOf = (rows: readonly Bar[]): string =>
  rows
    .map(({ what, value, most, goal }) =>
      [
        `${what.padEnd(42)}${String(value).padStart(6)}   at most ${String(most).padEnd(8)}`,
        ...(goal === undefined ? [] : [`goal ${goal}`]),
        ...(value > most ? ['   ABOVE'] : []),
      ].join(''),
    )
    .join('\n');

if (import.meta.main) console.log(tableOf(bars()));
