import type { FailureNote } from '#src/domain/failures.ts';

/** What a call says of itself (docs/product.md#call-reports): start, then one of success, failure, cancel. */
export type CallReport = { method: string; path: string; silent: boolean } & (
  | { phase: 'start' | 'success' | 'cancel' }
  | { phase: 'failure'; note: FailureNote }
);

const listeners = new Set<(report: CallReport) => void>();

/** Adds a listener to all calls; out: its removal. */
export const onCall = (listener: (report: CallReport) => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Tells every listener. */
export const report = (said: CallReport): void => {
  for (const listener of listeners) listener(said);
};
