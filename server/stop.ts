import { spawn } from 'node:child_process';
import { faultOf, type Log } from './http/log.ts';

/** What ends one part of the process, under the name it is logged by. */
export type Step = readonly [name: string, end: () => Promise<unknown>];

/** Ten seconds for requests that run (`listen`), five for the rest. */
const limits = { within: 15_000, killed: 18_000 };

/**
 * Run by a process of its own. Ends when its starter is gone (its input ends then), otherwise kills the starter in the end.
 * A timer in the starter does not do: a query that meets the closing of PGlite blocks the event loop for ever
 * (electric-sql/pglite#1084), and Node can lock up inside `process.exit` (nodejs/node#54918).
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
 * Ends this process: the steps one after the other, a failing one does not keep the others from being done. Exit code 0, or
 * 1 with a line in the log when a step failed or time was up (ms). What is still there after `killed` ms is killed.
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
