/** Whether the connection is lost, as an external store for React. */
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
 * For a call without a reply (app mode `reconnect`): waits until a lost connection is back. False if it was not lost, or if the
 * caller aborts.
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
