/** Whether the line is lost, in the form React's external stores have. */
export const lineLost = {
  subscribe: (listener: () => void): (() => void) => {
    addEventListener('online', listener);
    addEventListener('offline', listener);
    return () => {
      removeEventListener('online', listener);
      removeEventListener('offline', listener);
    };
  },
  get: (): boolean => !navigator.onLine,
};

/**
 * For a call without an answer (app mode `reconnect`). Out: true once a lost line is back; false when it was not lost, or
 * when the caller gives up meanwhile.
 */
export const lineBack = async (signal: AbortSignal | undefined): Promise<boolean> => {
  if (!lineLost.get() || signal?.aborted) return false;
  await new Promise<void>((resolve) => {
    const end = () => {
      stop();
      resolve();
    };
    const stop = lineLost.subscribe(() => {
      if (!lineLost.get()) end();
    });
    signal?.addEventListener('abort', end, { once: true });
  });
  return !signal?.aborted;
};
