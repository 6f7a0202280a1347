import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { type Facts, faultOf, type Log } from './log.ts';

/**
 * Steps of the shutdown that run at the same time, by the name that appears in the log. The next phase begins when all have ended,
 * at the latest `by` ms after the shutdown began.
 */
export type Phase = { by: number; steps: Readonly<Record<string, () => Promise<unknown>>> };

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
 * Shuts this process down: runs the phases in sequence, also after a step failed or took too long. Exit code 0, or 1 with a log line
 * for each such step. The process is killed after `killAfter` ms.
 */
export const stopInOrder = async (phases: readonly Phase[], log: Log, killAfter: number): Promise<void> => {
  watchFromOutside(killAfter);
  const began = performance.now();
  let code = 0;
  const report = (event: string, facts: Facts) => {
    code = 1;
    log('error', event, facts);
  };
  for (const { by, steps } of phases) {
    const running = new Set(Object.keys(steps));
    const ended = Object.entries(steps).map(async ([step, end]) => {
      try {
        await end();
      } catch (thrown) {
        report('stop_failed', { step, ...faultOf(thrown) });
      }
      running.delete(step);
    });
    await Promise.race([Promise.all(ended), pause(Math.max(0, began + by - performance.now()))]);
    for (const step of running) report('stop_late', { step });
  }
  process.exit(code);
};
