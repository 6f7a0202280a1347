/** `npm run tool -- compat`: checks the last build against the oldest supported browsers (build/browsers.ts). */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oldest } from '#build/browsers.ts';
import { type Exception, judge, markupExceptions, scriptExceptions, styleExceptions } from './compat/exceptions.ts';
import { markupUses } from './compat/markup.ts';
import { scriptUses, type Use } from './compat/scripts.ts';
import { styleUses } from './compat/styles.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const client = join(root, 'dist/client');
const compiler = join(root, 'node_modules/typescript/bin/tsc');
const filesIn = (folder: string, pattern: RegExp) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && pattern.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(root, path), text: readFileSync(path, 'utf8') }));

const page = readFileSync(join(client, 'index.html'), 'utf8');
const inPage = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, text = '']) => ({ path: 'the page', text }));

const scripts = [...filesIn(client, /\.js$/), ...inPage(/<script(?: type="module")?>([\s\S]*?)<\/script>/g)];
const styles = [...filesIn(client, /\.css$/), ...inPage(/<style[^>]*>([\s\S]*?)<\/style>/g)];
const components = filesIn(join(root, 'src'), /(?<!\.test)\.tsx$/);

let count = 0;
const report = (title: string, uses: readonly Use[], exceptions: readonly Exception[]) => {
  const { faults, idle } = judge(uses, exceptions);
  count += faults.length + idle.length;
  console.log(`${title}: ${uses.length} uses of something newer, ${uses.length - faults.length} of them excepted`);
  for (const { feature, lacking, where } of faults) console.log(`  ${feature} (${lacking.join(', ')})\n    ${where}`);
  for (const { feature, where = '' } of idle)
    console.log(`  The exception for ${feature} ${where} is not needed any more.`);
};

console.log(
  `Safari ${oldest.safari}, Chrome ${oldest.chrome}, Firefox ESR ${oldest.firefox}, in-app browsers built on them\n`,
);
if (scripts.length < 10 || styles.length === 0) throw new Error('Nothing is built: run "npm run build" first.');
report('scripts', scriptUses(scripts), scriptExceptions);
/* Our sources, compiled with what all of these browsers have. */
const { stdout } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.browsers.json', '--pretty', 'false'], {
  cwd: root,
  encoding: 'utf8',
});
const errors = stdout.split('\n').filter((line) => /error TS\d+/.test(line));
report(
  'sources',
  errors.map((where) => ({ feature: 'a type', lacking: ['by the compiler'], where })),
  [],
);
report(
  'styles',
  styles.flatMap(({ path, text }) => styleUses(path, text)),
  styleExceptions,
);
report(
  'markup',
  components.flatMap(({ path, text }) => markupUses(path, text)),
  markupExceptions,
);
process.exit(count === 0 ? 0 : 1);
