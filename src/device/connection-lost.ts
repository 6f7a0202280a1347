/** Whether the connection is lost, as an external store for React. */
export const connectionLost = {
  subscribe: (listener: () => void): (() => void) => {
    const end = new AbortController();
    addEventListener('online', listener, { signal: end.signal });
    addEventListener('offline', listener, { signal: end.signal });
    return () => end.abort();
  },
  get: (): boolean => !navigator.onLine,
};

/** App mode `reconnect`: marks the page, so that calls without a reply wait for the connection (`connection.ts`). */
export const markReconnect = (): (() => void) => {
  const { dataset } = document.documentElement;
  dataset.reconnect = '';
  return () => {
    delete dataset.reconnect;
  };
};
