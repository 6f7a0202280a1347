import { isBusy, isUnavailable } from '#server/db/unavailable.ts';
import { Problem } from './problem.ts';

/** Seconds, not the same for all: those who are refused do not come back together. */
const retryAfter = (): number => 2 + Math.floor(Math.random() * 4);

/**
 * The refusal that a failed query becomes: 503, since sending the same request again later is right whether or not its COMMIT
 * took effect. Null for any other error.
 */
export const databaseProblem = (thrown: unknown): Problem | null =>
  isUnavailable(thrown) || isBusy(thrown)
    ? new Problem('connection_error', { retryAfter: retryAfter(), detail: 'The database does not answer: ask again.' })
    : null;
