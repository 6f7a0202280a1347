import type { AttemptState } from './types.ts';

/** The states of a live attempt: it may still become a payment. */
export const liveStates = ['started', 'requires_action'] as const satisfies readonly AttemptState[];

export const isLive = (state: AttemptState): boolean => liveStates.some((live) => live === state);

/** SQL: these states as a list for `in`. */
export const liveList = `('${liveStates.join("', '")}')`;
