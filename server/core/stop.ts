import { spawn } from 'node:child_process';
import { faultOf, type Log } from './log.ts';

/** One step of the shutdown; the name appears in the log. */
export type Step = readonly [name: string, end: () => Promise<unknown>];

/** Milliseconds: ten seconds for running requests (`listen`) and five for the rest. */
const limits = { within: 15_000, killed: 18_000 };

/**
 * Runs in a separate process. It ends with its parent (its stdin closes), or kills the parent after the time limit. A timer in
 * the parent is not enough: a query during the closing of PGlite blocks the event loop for ever (electric-sql/pglite#1084), and
 * Node can lock up inside `process.exit` (nodejs/node#54918).
 */
const watcher = `
  const [, pid, ms] = process.argv;
  process.stdin.on('end', () => process.exit()).resume();
  setTimeout(() => {
    console.error(JSON.stringify({ time: new Date().toISOString(), level: 'error', event: 'stop_killed', pid }));
    process.kill(Number(pid), 'SIGKILL');
  }, Number(ms));`;

const watchFromOutside = (ms: number): void => {
  const stdio = ['pipe', 'ignore', 'inherit'] as const;
  const child = spawn(process.execPath, ['-e', watcher, String(process.pid), String(ms)], { stdio: [...stdio] });
  child.once('error', () => {});
};

/**
 * Shuts this process down: runs the steps in sequence, also after one failed. Exit code 0, or 1 with a log line when a step
 * failed or took too long (ms). The process is killed after `killed` ms.
 */
export const stopInOrder = async (
  steps: readonly Step[],
  log: Log,
  { within, killed }: typeof limits = limits,
): Promise<void> => {
  watchFromOutside(killed);
  let step = '';
  let code = 0;
  setTimeout(() => {
    log('error', 'stop_late', { step });
    process.exit(1);
  }, within);
  for (const [name, end] of steps) {
    step = name;
    await end().catch((thrown: unknown) => {
      code = 1;
      log('error', 'stop_failed', { step, ...faultOf(thrown) });
    });
  }
  process.exit(code);
};
