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
 * App mode `reconnect`: marks the page, so that calls without a reply wait for a lost connection (`connection.ts`). Returns a
 * function that removes the mark.
 */
export const markReconnect = (): (() => void) => {
  const { dataset } = document.documentElement;
  dataset.reconnect = '';
  return () => {
    delete dataset.reconnect;
  };
};
