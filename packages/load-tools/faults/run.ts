import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Folders that a copy does not need, or shares. */
const excluded = ['.git', 'node_modules', 'dist', 'data', 'reports'];

/** Links of npm's workspaces: they are relative, so that in a copy of the repository they lead into the copy. */
const own = ['ticket-store', '@ticket-store'];

/** Shares the installed packages with a copy of the repository, except our own, which a copy has itself. */
const linkPackages = (copy: string): void => {
  const [from, to] = [join(root, 'node_modules'), join(copy, 'node_modules')];
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (own.includes(name)) cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(join(from, name), join(to, name));
  }
};

/** Copies the tree to a temporary folder that shares the installed packages. */
export const copyTree = (): { tree: string; remove: () => void } => {
  const tree = mkdtempSync(join(tmpdir(), 'faults-'));
  cpSync(root, tree, { recursive: true, filter: (path) => !excluded.includes(relative(root, path)) });
  linkPackages(tree);
  return { tree, remove: () => rmSync(tree, { recursive: true, force: true }) };
};

/** A fault can make a test loop forever, so a file is ended after this many ms, and a whole lane after six times as many. */
const maxDuration = 10 * 60_000;

const running = new Set<ChildProcess>();

/** Ends all running children. */
export const stopAll = (signal: NodeJS.Signals): void => {
  for (const child of running) child.kill(signal);
};

/** Runs tests in a tree until their first failure; returns whether there was one. */
const fails = async (tree: string, wanted: readonly string[], timeout: number): Promise<boolean> => {
  const args = ['run', ...wanted, '--bail', '1', '--testTimeout', `${maxDuration}`, '--reporter', 'dot'];
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
  const vitest = 'node_modules/vitest/vitest.mjs';
  const child = spawn(process.execPath, [vitest, ...args], { cwd: tree, env, timeout, stdio: 'ignore' });
  running.add(child);
  const code = await new Promise((resolve) => child.on('close', resolve));
  running.delete(child);
  return code !== 0;
};

/** Whether a test file fails in a tree. */
export const fileFails = (tree: string, file: string): Promise<boolean> => fails(tree, [file], maxDuration);

/** Whether one of the lanes of `npm test` fails in a tree. LEFT_OUT names files to leave out (vitest.config.ts). */
export const laneFails = (tree: string, lane: string): Promise<boolean> =>
  fails(tree, ['--project', lane, '--project', `${lane}-isolated`], 6 * maxDuration);
