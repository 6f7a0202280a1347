/** How our commands end: when told to, and when the process that started them is gone. Runs on Node 20. */

/**
 * Calls `end` for the usual signals, and with SIGTERM when the starter has died: npm, told to end, takes only its shell along.
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
