import type { FailureDetails } from '#src/domain/failures.ts';
import { createListeners } from '#src/domain/listeners.ts';

/** Reports of a call (docs/product.md#call-reports): start, then one of success, failure, cancel. */
export type CallReport = { method: string; path: string; silent: boolean } & (
  | { phase: 'start' | 'success' | 'cancel' }
  | { phase: 'failure'; failure: FailureDetails }
);

export const reports = createListeners<[report: CallReport]>();
