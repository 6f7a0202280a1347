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
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => {
    if (!lineLost.get()) resolve();
  };
  const stop = lineLost.subscribe(look);
  signal?.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  stop();
  return !signal?.aborted;
};
