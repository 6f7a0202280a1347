/** Finds Debian's Firefox ESR and WebKitGTK for `browser/engines.test.ts`, and installs them if possible. */
import { aptInstall, mayInstall, onPath } from './chromium.mjs';

/** Programs and their packages. */
const programs = {
  'firefox-esr': 'firefox-esr',
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
};

/** @returns {string[]} Debian packages that are missing */
const missing = () =>
  Object.entries(programs).flatMap(([program, debian]) => (onPath(program) === undefined ? [debian] : []));

/** Installs what is missing if possible. @returns {Promise<string | null>} why the engines cannot run */
export const needEngines = async () => {
  if (missing().length > 0 && mayInstall()) await aptInstall(missing());
  const packages = missing();
  return packages.length === 0 ? null : `not run: \`apt-get install ${packages.join(' ')}\` as root brings it`;
};
