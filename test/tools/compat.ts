/** `npm run tool -- compat`: checks sources and the last build against the oldest supported browsers (build/browsers.ts). */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { oldest } from '#build/browsers.ts';
import { temporaryFolder } from '#test/api/kit/process.ts';

const cwd = fileURLToPath(new URL('../..', import.meta.url));

/** All of these browsers have ES2022, and of later editions this. */
const edition = 'es2022';
const later = ['ArrayFindLast'];
/** Syntax of ES2022 and before that Safari 15.4 lacks; no linter that reads a build knows it. */
const absent = { 'a static block': /\bstatic\s*\{/, 'a lookbehind': /\(\?<[=!]/ };

const page = readFileSync(join(cwd, 'dist/client/index.html'), 'utf8');
const inline = [...page.matchAll(/<script(?: type="module")?>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);
const built = globSync('dist/client/**/*.js', { cwd });
if (built.length < 10) throw new Error('Nothing is built: run "npm run build" first.');

const { folder, remove } = temporaryFolder();
const scripts = [...built, ...inline.map((_, index) => join(folder, `page-${index}.js`))];
for (const [index, text] of inline.entries()) writeFileSync(join(folder, `page-${index}.js`), text);

const run = (program: string, ...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(cwd, 'node_modules', program), ...args], {
    cwd,
    encoding: 'utf8',
  });
  return status === 0 ? '' : `${stdout}${stderr}`.trim();
};
const faults = [
  run('typescript/bin/tsc', '-p', 'tsconfig.browsers.json', '--pretty', 'false'),
  run('es-check/lib/cli/index.js', edition, ...scripts, '--module', '--checkFeatures', '--ignore', later.join()),
  ...scripts.flatMap((path) => {
    const text = readFileSync(path.startsWith(folder) ? path : join(cwd, path), 'utf8');
    return Object.entries(absent).flatMap(([name, pattern]) => (pattern.test(text) ? [`${path}: ${name}`] : []));
  }),
].filter((fault) => fault !== '');
remove();

console.log(
  `Safari ${oldest.safari}, Chrome ${oldest.chrome}, Firefox ESR ${oldest.firefox}: ${scripts.length} scripts`,
);
for (const fault of faults) console.log(fault);
process.exit(faults.length === 0 ? 0 : 1);
