/** Finds the Chromium of the browser lane, and installs Debian's if possible. Runs on Node 20. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from '../../server/core/install.mjs';

/** Chromium without windows: the same engine with about a quarter less load. */
const shell = 'chromium-headless-shell';
const names = [shell, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome.exe'];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** @param {string} program @returns {string | undefined} */
export const onPath = (program) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));

/** Some systems have a placeholder that only explains how to install the program, so its version is read. @param {string} path */
const works = (path) => {
  try {
    return /\d+\.\d+/.test(
      execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 30_000 }),
    );
  } catch {
    return false;
  }
};

/** @returns {string | undefined} path of a Chromium or Chrome that starts: CHROMIUM_PATH if set, else the first found */
export const findChromium = () => {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const found = [...names.map(onPath), ...elsewhere.filter((path) => existsSync(path))];
  return found.find((path) => path !== undefined && works(path));
};

/** Whether this process may install Debian packages. */
export const mayInstall = () => process.getuid?.() === 0 && onPath('apt-get') !== undefined;

/** Installs Debian packages quietly. @param {string[]} packages @returns {Promise<boolean>} whether it worked */
export const aptInstall = async (packages) => {
  console.log(`Debian packages: installing ${packages.join(', ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env });
  return (
    (await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })) === 0
  );
};

/**
 * As `findChromium`, but first installs Chromium's headless shell and the fonts of our languages if missing and apt is available.
 */
export const needChromium = async () => {
  if (process.env.CHROMIUM_PATH || onPath(shell) !== undefined || !mayInstall()) return findChromium();
  await aptInstall([shell, 'fonts-noto-cjk']);
  return findChromium();
};
