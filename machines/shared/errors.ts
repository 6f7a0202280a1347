import { effectOf, type FailureNote, noteOf } from '#src/domain/failures.ts';

type Fact = { event: { type: string } };

/** In: any event. Out: the failure it carries: what an actor threw, or the note of a `failure.*` event. */
export const noteIn = (event: { type: string }): FailureNote =>
  'note' in event ? (event.note as FailureNote) : noteOf('error' in event ? event.error : undefined);

/** Guard: the purchase cannot go on (session_timeout). */
export const isReset = ({ event }: Fact): boolean => effectOf(noteIn(event)) === 'reset';

/** Guard: the request may have had its effect. */
export const isUnknown = ({ event }: Fact): boolean => noteIn(event).unknown;
