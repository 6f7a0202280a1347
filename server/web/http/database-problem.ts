import { isBusy, isUnavailable } from '#server/db/unavailable.ts';
import { retryLater } from '#server/shared/admission-queue/admission-queue.ts';
import { Problem } from '#server/shared/problem.ts';

/**
 * Maps a failed query to 503: retrying the same request later is right whether or not its COMMIT took effect. Null for any other
 * error.
 */
export const databaseProblem = (thrown: unknown): Problem | null =>
  isUnavailable(thrown) || isBusy(thrown)
    ? new Problem('connection_error', {
        retryAfter: retryLater(),
        detail: isBusy(thrown)
          ? 'The query took too long, or another one was in its way: ask again.'
          : 'The database does not answer: ask again.',
      })
    : null;
