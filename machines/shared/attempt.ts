import { newIdempotencyKey } from '#src/domain/idempotency-key.ts';
import { isUnknown } from './errors.ts';

/** A write whose outcome is not known yet: its Idempotency-Key, and the content it was sent with. */
export type Attempt = { key: string; content: string };

/**
 * The attempt to send `content`. The same content as in an attempt of unknown outcome reuses its key, so that the server
 * repeats its answer instead of the work; everything else gets a new random key, which no other tab or visit can have.
 */
export const startAttempt = (last: Attempt | null, content: object): Attempt => {
  const text = JSON.stringify(content);
  return last?.content === text ? last : { key: newIdempotencyKey(), content: text };
};

/** What remains of an attempt after the event that ended its state: nothing once the outcome is known. */
export const endAttempt = (last: Attempt | null, event: { type: string }): Attempt | null =>
  event.type.startsWith('xstate.done.') || (event.type.startsWith('xstate.error.') && !isUnknown({ event }))
    ? null
    : last;
