/**
 * For a call without a reply: waits until a lost connection is back. False if the page is not in app mode `reconnect`
 * (`connection-lost.ts`), if the connection was not lost, or if the caller aborts.
 */
export const waitForConnection = async (signal: AbortSignal | undefined): Promise<boolean> => {
  const mayWait = 'reconnect' in document.documentElement.dataset;
  if (!mayWait || navigator.onLine || signal?.aborted) return false;
  await new Promise((resolve) => {
    addEventListener('online', resolve, { once: true });
    signal?.addEventListener('abort', resolve);
  });
  return !signal?.aborted;
};
