/** Builds the app into dist/client and stores a fingerprint of its sources, so that nothing is built twice. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodePath, root, run } from './core/install.mjs';

const sources = 'src machines locales public build vite.config.ts lingui.config.ts package-lock.json'.split(' ');
const stamp = join(root, 'dist/built-from');

/** @param {string} path @returns {string[]} every file below, in a fixed order */
const filesIn = (path) => {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesIn(join(path, name)));
};

/**
 * Hash of everything that affects the built app, so without tests and documents.
 * @param {readonly string[]} more further folders
 */
export const fingerprint = (more = []) => {
  const hash = createHash('sha256');
  for (const file of [...sources, ...more].flatMap((name) => filesIn(join(root, name)))) {
    if (!/\.test\.tsx?$|\.md$/.test(file)) hash.update(file.slice(root.length)).update('\0').update(readFileSync(file));
  }
  return hash.digest('hex');
};

/** Always builds. Ends the process when the build fails. */
export const build = async () => {
  const before = fingerprint();
  /* The page, then what the server renders its first screen with. */
  for (const options of [[], ['--ssr']]) {
    const vite = [join(root, 'node_modules/vite/bin/vite.js'), 'build', ...options, '--logLevel', 'warn'];
    const code = await run(await nodePath(), vite);
    if (code !== 0) {
      console.error('App: the build failed; its message stands above.');
      process.exit(1);
    }
  }
  writeFileSync(stamp, before);
  console.log('App: built into dist/client.');
};

/** Builds if a source changed since the last build, or if there was none. */
export const buildIfStale = async () => {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint())
    return console.log('App: built from these sources already.');
  console.log('App: building …');
  await build();
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await build();
