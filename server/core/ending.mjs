/** How our commands end: on a signal, or when the process that started them is gone. Runs on Node 20. */

/**
 * Calls `end` on the usual signals, and with SIGTERM when the parent process has died: npm ends only its shell on a signal.
 * @param {(signal: NodeJS.Signals) => void} end may be called more than once
 */
export const onEnd = (end) => {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => end(signal));
  const starter = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(look);
    end('SIGTERM');
  }, 500);
  look.unref();
};
