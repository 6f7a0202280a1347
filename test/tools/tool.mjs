/** `npm run tool -- <name> [arguments]`: the tools behind the commands of package.json. Without a name it lists them. */
import { join } from 'node:path';
import { nodePath, root, run } from '../../server/core/install.mjs';

/** What each tool does, and its program with the arguments that always come first. */
const tools = {
  types: ['checks the types', 'node_modules/typescript/bin/tsc', '-p', '.'],
  lint: ['checks style and formatting', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  format: ['mends style and formatting', 'node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.'],
  texts: [
    'writes the catalogues anew: adds used messages, removes unused ones',
    'node_modules/@lingui/cli/dist/lingui-extract.js',
    '--clean',
  ],
  dead: ['lists unused files, exports and packages', 'node_modules/knip/bin/knip.js'],
  size: ['measures the last build against its budgets', 'test/tools/size.ts'],
  speed: ['measures the first screen and the steps in a slow browser', 'test/tools/speed.ts'],
  compat: ['checks the last build against the oldest supported browsers', 'test/tools/compat.ts'],
  'new-site': ['makes the folder of a site, and a catalogue to begin with', 'test/tools/new-site.ts'],
  gallery: ['takes pictures of every screen', 'test/gallery/gallery.ts'],
  speech: ['writes down anew what a screen reader speaks in a purchase', 'test/tools/speech.ts'],
  effort: ['counts what a purchase costs a visitor on a phone', 'test/tools/effort.ts'],
  walks: ['walks the charts and makes a report', 'test/tools/walks.ts'],
  diff: ['compares two versions of the charts', 'test/tools/diff.ts'],
  mutants: ['makes faults in the charts, which generated walks have to notice', 'test/tools/mutants.ts'],
  faults: ['plants faults, each of which has to turn a test red', 'test/tools/faults.ts'],
  exports: ['runs every exported file in the tool that it is for', 'test/tools/exports-check.ts'],
  conformance: ['holds a server to the contract, by HTTP alone', 'test/tools/conformance.ts'],
  race: ['lets hundreds of buyers compete for few seats', 'test/tools/race.ts'],
  'on-sale': ['simulates the opening of a sale, by measured costs', 'test/tools/on-sale.ts'],
  crash: ['kills the server while visitors buy', 'test/tools/crash.ts'],
  chaos: ['breaks the database while visitors buy', 'test/tools/chaos.ts'],
};

// a second `--` before a tool's own arguments means nothing
const [name = '', ...rest] = process.argv.slice(2).filter((argument) => argument !== '--');
const [, program, ...args] = Object.hasOwn(tools, name) ? tools[/** @type {keyof typeof tools} */ (name)] : [];
if (program) {
  process.exitCode = await run(await nodePath(), [join(root, program), ...args, ...rest]);
} else {
  const rows = Object.entries(tools).map(([tool, [what]]) => `  ${tool.padEnd(12)} ${what}`);
  const print = name === '' ? console.log : console.error;
  if (name !== '') print(`There is no tool "${name}".\n`);
  print(`npm run tool -- <name> [arguments]\n\n${rows.join('\n')}`);
  process.exitCode = name === '' ? 0 : 2;
}
