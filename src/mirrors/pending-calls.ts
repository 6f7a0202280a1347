import { onCall } from '#src/api/reports.ts';

let pending = 0;
const listeners = new Set<() => void>();

onCall(({ phase }) => {
  pending += phase === 'start' ? 1 : -1;
  for (const listener of listeners) listener();
});

/** Whether requests are pending (docs/product.md#loading-indicator), as an external store for React. */
export const busy = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: (): boolean => pending > 0,
};
