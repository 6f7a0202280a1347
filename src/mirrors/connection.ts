/** Whether the connection is lost, as an external store for React. */
export const connectionLost = {
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
export const waitForConnection = async (signal: AbortSignal | undefined): Promise<boolean> => {
  if (!connectionLost.get() || signal?.aborted) return false;
  await new Promise<void>((resolve) => {
    const end = () => {
      stop();
      resolve();
    };
    const stop = connectionLost.subscribe(() => {
      if (!connectionLost.get()) end();
    });
    signal?.addEventListener('abort', end, { once: true });
  });
  return !signal?.aborted;
};
