/**
 * `npm run tool -- <name> [arguments]`: the tools behind the commands of package.json, those of a package by its name and theirs. Without a
 * name it lists them.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { nodePath, root, run } from '../../server/core/install.mjs';

/** The purpose of each tool, and its program with the arguments that always come first, or the folder of a package with one for each name. */
const tools = {
  full: ['runs all tests with nothing sampled; names of lanes', 'test/tools/test.mjs', '--full'],
  types: ['checks the types', 'node_modules/typescript/bin/tsc', '-p', '.'],
  lint: [
    'checks style and formatting; --write corrects them',
    'node_modules/@biomejs/biome/bin/biome',
    'check',
    '--error-on-warnings',
    '.',
  ],
  texts: [
    'rewrites the catalogues: adds used messages, removes unused ones',
    'node_modules/@lingui/cli/dist/lingui-extract.js',
    '--clean',
  ],
  dead: ['lists unused files, exports and packages', 'node_modules/knip/bin/knip.js'],
  size: ['measures the last build against its budgets', 'test/tools/size.ts'],
  compat: ['checks the last build against the oldest supported browsers', 'test/tools/compat.ts'],
  'new-site': ['makes the folder of a site, and a catalogue to begin with', 'test/tools/new-site.ts'],
  gallery: ['takes pictures of every screen', 'test/gallery/gallery.ts'],
  chart: ['tools that draw and walk the charts', 'packages/chart-tools'],
  load: ['tools that load, break and check a server', 'packages/load-tools'],
};

/** The tools of a package: the files at its top. @param {string} folder @returns {string[]} */
const namesIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace('.ts', ''));

const isPackage = (/** @type {string} */ program) => program.startsWith('packages/');
const rows = Object.entries(tools).map(([tool, [what, program = '']]) => {
  const names = isPackage(program) ? `: ${namesIn(program).join(', ')}` : '';
  return `  ${tool.padEnd(12)} ${what}${names}`;
});

// a second `--` before a tool's own arguments means nothing
const [name = '', ...rest] = process.argv.slice(2).filter((argument) => argument !== '--');
const [, program, ...args] = Object.hasOwn(tools, name) ? tools[/** @type {keyof typeof tools} */ (name)] : [];
const [first = '', ...others] = rest;
if (program && !isPackage(program)) {
  process.exitCode = await run(await nodePath(), [join(root, program), ...args, ...rest]);
} else if (program && namesIn(program).includes(first)) {
  process.exitCode = await run(await nodePath(), [join(root, program, `${first}.ts`), ...others]);
} else {
  const isList = name === '' || (program !== undefined && first === '');
  const print = isList ? console.log : console.error;
  if (!isList) print(`There is no tool "${program ? `${name} ${first}` : name}".\n`);
  print(`npm run tool -- <name> [arguments]\n\n${rows.join('\n')}`);
  process.exitCode = isList ? 0 : 2;
}
