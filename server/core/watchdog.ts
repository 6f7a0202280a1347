import { url as inspectorUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';

/** How often progress is checked (ms), and how many checks without progress kill the process. */
const limits = { every: 1_000, max: 15 };

const progress = new Int32Array(new SharedArrayBuffer(4));

/** Reports progress: a task of the event loop ran, or the embedded database finished a statement. */
export const reportProgress = (): void => {
  Atomics.add(progress, 0, 1);
};

/* A late check, because the machine was suspended or busy, counts once like any other. */
const source = `
  const { workerData: { progress, every, max } } = require('node:worker_threads');
  const { writeSync } = require('node:fs');
  let seen = -1;
  let missed = 0;
  setInterval(() => {
    const now = Atomics.load(progress, 0);
    missed = now === seen ? missed + 1 : 0;
    seen = now;
    if (missed < max) return;
    const ms = max * every;
    writeSync(2, JSON.stringify({ time: new Date().toISOString(), level: 'error', event: 'process_hung', ms }) + '\\n');
    process.kill(process.pid, 'SIGKILL');
  }, every);`;

/**
 * Kills this process after 15 s without progress, so that its supervisor restarts it. A query that hangs in PGlite blocks the
 * event loop for ever, and SIGTERM is not handled then, since its listener runs in that loop. Does nothing under a debugger,
 * where a breakpoint looks the same.
 */
export const startWatchdog = ({ every, max }: typeof limits = limits): void => {
  if (inspectorUrl()) return;
  setInterval(reportProgress, every / 2).unref();
  const worker = new Worker(source, { eval: true, execArgv: [], workerData: { progress, every, max } });
  worker.unref();
};
