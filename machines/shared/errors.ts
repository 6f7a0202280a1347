import { effectOf, type FailureNote, noteOf } from '#src/domain/failures.ts';

type Fact = { event: { type: string } };

/** In: any event. Out: the failure it carries: what an actor threw, or the note of a `failure.*` event. */
export const noteIn = (event: { type: string }): FailureNote =>
  'note' in event ? (event.note as FailureNote) : noteOf('error' in event ? event.error : undefined);

/** Guard: the purchase cannot go on (session_timeout). */
export const isReset = ({ event }: Fact): boolean => effectOf(noteIn(event)) === 'reset';

/** Guard: nothing has this link, or no longer. */
export const isUnknownLink = ({ event }: Fact): boolean => noteIn(event).code === 'token_not_found';

/** Guard: the order is gone, paid, cancelled or unknown by now: it is read again, or begun anew. */
export const isOrderOver = ({ event }: Fact): boolean =>
  ['session_timeout', 'order_closed', 'token_not_found'].includes(noteIn(event).code);

/** Guard: the request may have had its effect. */
export const isUnknown = ({ event }: Fact): boolean => noteIn(event).unknown;
