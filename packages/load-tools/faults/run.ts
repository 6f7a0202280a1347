import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { linkPackages } from 'ticket-store/test/tools/link-packages.ts';
import * as v from 'valibot';
import { type LaneName, lanes } from './lanes.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Folders that a copy does not need, or shares. */
const excluded = ['.git', 'node_modules', 'dist', 'data', 'reports'];

/** Copies the tree to a temporary folder that shares the installed packages. */
export const copyTree = (): { tree: string; remove: () => void } => {
  const tree = mkdtempSync(join(tmpdir(), 'faults-'));
  cpSync(root, tree, { recursive: true, filter: (path) => !excluded.includes(relative(root, path)) });
  linkPackages(root, tree);
  return { tree, remove: () => rmSync(tree, { recursive: true, force: true }) };
};

/** A fault can make a lane loop forever, so it is killed after this many ms. */
const longest = 10 * 60_000;

const running = new Set<ChildProcess>();

/** Ends all running children. */
export const stopAll = (signal: NodeJS.Signals): void => {
  for (const child of running) child.kill(signal);
};

/** Runs a program with the tree's packages; returns whether it succeeded, and its output. */
export const inTree = async (
  tree: string,
  args: readonly string[],
  timeout = longest,
): Promise<{ ok: boolean; output: string }> => {
  const child = spawn(process.execPath, args, {
    cwd: tree,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    timeout,
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  const ok = await new Promise<boolean>((resolve) => child.on('close', (code) => resolve(code === 0)));
  running.delete(child);
  return { ok, output };
};

const ReportSchema = v.object({
  numTotalTests: v.number(),
  testResults: v.array(
    v.object({
      status: v.string(),
      message: v.optional(v.string(), ''),
      assertionResults: v.array(
        v.object({
          status: v.string(),
          title: v.string(),
          failureMessages: v.optional(v.nullable(v.array(v.string()))),
        }),
      ),
    }),
  ),
});

export type Outcome = {
  readonly isRed: boolean;
  /** The first line of the lane's failure. */
  readonly message: string;
  readonly seconds: number;
};

/** The first line of the first failure in a lane's report. */
export const firstFailureIn = (report: unknown): string => {
  const { testResults } = v.parse(ReportSchema, report);
  const failures = testResults.flatMap(({ message, assertionResults }) => [
    ...assertionResults.flatMap(({ failureMessages }) => failureMessages ?? []),
    message,
  ]);
  const [line = ''] = (failures.find((one) => one !== '') ?? '').split('\n');
  return line.replace(/^(Assertion)?Error: /, '');
};

const runTests = async (tree: string, wanted: readonly string[], timeout?: number): Promise<Outcome> => {
  const began = performance.now();
  const report = join(tree, 'faults-report.json');
  rmSync(report, { force: true });
  const { ok, output } = await inTree(
    tree,
    [
      'node_modules/vitest/vitest.mjs',
      ...['run', ...wanted, '--bail', '1', '--testTimeout', `${longest}`],
      ...['--reporter', 'json', '--outputFile', report],
    ],
    timeout,
  );
  const message = existsSync(report)
    ? firstFailureIn(JSON.parse(readFileSync(report, 'utf8')))
    : output.trim().slice(0, 200);
  return { isRed: !ok, message: ok ? '' : message, seconds: (performance.now() - began) / 1000 };
};

/** Runs one lane in a tree until its first failure. */
export const runLane = (tree: string, lane: LaneName): Promise<Outcome> =>
  runTests(tree, ['--project', lanes[lane].project, lanes[lane].file]);

/** Runs one of the lanes of `npm test` in a tree until its first failure. LEFT_OUT names files to leave out (vitest.config.ts). */
export const runWholeLane = (tree: string, lane: string): Promise<Outcome> =>
  runTests(tree, ['--project', lane, '--project', `${lane}-isolated`], 6 * longest);
