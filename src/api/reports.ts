import type { FailureDetails } from '#src/domain/failures.ts';

/** Reports of a call (docs/product.md#call-reports): start, then one of success, failure, cancel. */
export type CallReport = { method: string; path: string; silent: boolean } & (
  | { phase: 'start' | 'success' | 'cancel' }
  | { phase: 'failure'; failure: FailureDetails }
);

const listeners = new Set<(report: CallReport) => void>();

/** Adds a listener for all calls; returns an unsubscribe function. */
export const onCall = (listener: (report: CallReport) => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Notifies every listener. */
export const report = (callReport: CallReport): void => {
  for (const listener of listeners) listener(callReport);
};
