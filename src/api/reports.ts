import { createListeners } from '#src/domain/listeners.ts';

/** A report of a call (docs/product.md#call-reports): start, then one of success, failure, cancel. */
export type CallReport = { method: string; phase: 'start' | 'success' | 'failure' | 'cancel' };

export const reports = createListeners<[report: CallReport]>();
