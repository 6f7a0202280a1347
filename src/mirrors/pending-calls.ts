import { reports } from '#src/api/reports.ts';
import { createListeners } from '#src/domain/listeners.ts';

let pending = 0;
const listeners = createListeners();

reports.add(({ phase }) => {
  pending += phase === 'start' ? 1 : -1;
  listeners.notify();
});

/** Whether requests are pending (docs/product.md#loading-indicator), as an external store for React. */
export const busy = { subscribe: listeners.add, get: (): boolean => pending > 0 };
