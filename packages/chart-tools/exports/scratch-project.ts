import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from 'ticket-store/server/core/install.mjs';
import * as v from 'valibot';

/** Projects outside the repository, whose files have the packages of the registry and nothing of ours. */

const Package = v.object({ devDependencies: v.record(v.string(), v.string()) });

/** The version of a package that this repository uses. Throws if it uses none. */
export const versionOf = (name: string): string => {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  const version = v.parse(Package, JSON.parse(text)).devDependencies[name];
  if (version === undefined) throw new Error(`package.json has no ${name}.`);
  return version;
};

/** A new folder with files by name and the packages installed. Throws if npm cannot install them. */
export const createProject = async (
  devDependencies: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>>,
): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'ticket-store-exports-'));
  const settings = JSON.stringify({ private: true, type: 'module', devDependencies });
  for (const [name, text] of Object.entries({ ...files, 'package.json': settings })) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const shell = process.platform === 'win32';
  const code = await run('npm', ['install', '--no-audit', '--no-fund', '--silent'], { cwd: folder, shell });
  const names = Object.keys(devDependencies).join(', ');
  if (code !== 0) throw new Error(`npm could not install ${names}; its message stands above.`);
  return folder;
};
