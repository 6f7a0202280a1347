import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { StateMachine } from 'xstate';
import { type Chart, chartOf } from '../exports/json.ts';

/** The files from which charts are loaded, as far as a revision has them. */
const needed = ['package.json', 'machines', 'src', 'locales'];
const packages = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const most = 1024 ** 3;

const failureOf = (thrown: unknown): string => {
  const stderr =
    typeof thrown === 'object' && thrown !== null && 'stderr' in thrown ? String(thrown.stderr).trim() : '';
  return stderr || (thrown instanceof Error ? thrown.message : String(thrown));
};

/** Runs a program and returns its output. Throws with an explanation if it is missing or fails. */
const run = (program: string, args: readonly string[], cwd: string, input?: Buffer): Buffer => {
  try {
    return execFileSync(program, args, { cwd, input, maxBuffer: most, stdio: ['pipe', 'pipe', 'pipe'] });
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT')
      throw new Error(`${program} is not installed; it is needed to read revisions.`);
    throw new Error(`${program} ${args[0]}: ${failureOf(thrown)}`);
  }
};

/** The charts of a folder with `machines/index.ts`. Throws if it has none. */
const chartsIn = async (folder: string): Promise<Chart[]> => {
  const index = join(folder, 'machines', 'index.ts');
  if (!existsSync(index)) throw new Error(`There is no machines/index.ts in ${folder}.`);
  const { machines }: { machines?: object } = await import(pathToFileURL(index).href);
  const charts = Object.values(machines ?? {}).flatMap((one: unknown) =>
    one instanceof StateMachine ? [chartOf(one)] : [],
  );
  if (charts.length === 0) throw new Error(`machines/index.ts in ${folder} exports no machines.`);
  return charts;
};

/** The commit of a revision, which may come from an address: it is never read as an option. Throws if there is none. */
const commitOf = (revision: string, repository: string): string => {
  const wanted = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  try {
    return run('git', wanted, repository).toString().trim();
  } catch {
    throw new Error(`There is no revision "${revision}".`);
  }
};

/**
 * The charts of a git revision (null for the working files), loaded with the installed packages. Throws with an explanation if
 * git or the revision is missing. Writes nothing into the repository.
 */
export const chartsAt = async (revision: string | null, repository: string): Promise<Chart[]> => {
  if (revision === null) return chartsIn(repository);
  run('git', ['rev-parse', '--git-dir'], repository);
  const commit = commitOf(revision, repository);
  const there = run('git', ['ls-tree', '--name-only', commit], repository).toString().split('\n');
  const folder = mkdtempSync(join(tmpdir(), 'charts-'));
  try {
    const parts = needed.filter((name) => there.includes(name));
    const archive = run('git', ['archive', '--format=tar', commit, '--', ...parts], repository);
    run('tar', ['-xf', '-'], folder, archive);
    symlinkSync(packages, join(folder, 'node_modules'), 'junction');
    return await chartsIn(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
