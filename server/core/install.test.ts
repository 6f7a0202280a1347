import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

type Packages = Record<string, { version?: string; optional?: boolean }>;

const named: Packages = {
  '': {},
  'node_modules/one': { version: '1.0.0' },
  'node_modules/of-another-system': { version: '2.0.0', optional: true },
};
const { 'node_modules/of-another-system': _absent, ...here } = named;

/** Starts a copy of the shop whose npm only writes its arguments; `present`: what node_modules has, if it is there. */
const start = (present: Packages | null, npmExit = 0): { output: string; code: number | null } => {
  const folder = mkdtempSync(join(tmpdir(), 'install-'));
  const write = (path: string, content: unknown) =>
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  mkdirSync(join(folder, 'server'));
  mkdirSync(join(folder, 'node_modules'));
  cpSync(new URL('install.mjs', import.meta.url), join(folder, 'server/core/install.mjs'));
  write('package-lock.json', { packages: named });
  if (present) write('node_modules/.package-lock.json', { packages: present });
  write('npm.cjs', `console.log('npm', ...process.argv.slice(2)); process.exit(${npmExit});`);
  write('run.mjs', `import { installIfNeeded } from './server/core/install.mjs'; await installIfNeeded();`);
  const env = { ...process.env, npm_execpath: join(folder, 'npm.cjs') };
  const { stdout, stderr, status } = spawnSync(process.execPath, [join(folder, 'run.mjs')], { env, encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return { output: stdout + stderr, code: status };
};

it('installs nothing when the packages are those of the lock file; one for another system may be absent', () => {
  expect(start(here)).toEqual({ output: 'Packages: as the lock file says.\n', code: 0 });
});

it.each<[string, Packages | null]>([
  ['nothing is installed', null],
  ['a package is missing', { '': {} }],
  ['a package has another version', { ...here, 'node_modules/one': { version: '0.9.0' } }],
])('runs `npm ci` when %s', (_, present) => {
  const { output, code } = start(present);
  expect([output, code]).toEqual([expect.stringContaining('npm ci --include=dev'), 0]);
});

it('ends with the code 1 when `npm ci` fails', () => {
  const { output, code } = start(null, 1);
  expect([output, code]).toEqual([expect.stringContaining('`npm ci` failed'), 1]);
});
