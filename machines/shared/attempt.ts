import type * as v from 'valibot';
import { newIdempotencyKey } from '#src/domain/idempotency-key.ts';
import { isUnknown } from './errors.ts';
import type { AttemptSchema } from './stored.types.ts';

export type Attempt = v.InferOutput<typeof AttemptSchema>;

/**
 * Starts a write of `content`. The content of an attempt with unknown outcome reuses its key, so that the server repeats its
 * reply instead of the write; other content gets a new random key.
 */
export const startAttempt = (last: Attempt | null, content: object): Attempt => {
  const text = JSON.stringify(content);
  return last?.content === text ? last : { key: newIdempotencyKey(), content: text };
};

/** The attempt after the event that ended its state: null once the outcome is known. */
export const endAttempt = (last: Attempt | null, event: { type: string }): Attempt | null =>
  event.type.startsWith('xstate.done.') || (event.type.startsWith('xstate.error.') && !isUnknown({ event }))
    ? null
    : last;
