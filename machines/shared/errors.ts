import { effectOf, type FailureCode, type FailureDetails, failureOf } from '#src/domain/failures.ts';

type Fact = { event: { type: string } };

/** The failure that an event carries: what an actor threw, or the details of a `failure.*` event. */
export const failureIn = (event: { type: string }): FailureDetails =>
  'failure' in event ? (event.failure as FailureDetails) : failureOf('error' in event ? event.error : undefined);

/** The failure of a step that lacks a field. */
export const missing = (field: string): FailureDetails => ({ code: 'invalid_input', fields: [field], unknown: false });

/** The event by which a chart handles a failure at its top (docs/charts.md#failures). */
export type FailureEvent = { type: `failure.${FailureCode}`; failure: FailureDetails };
export const failureEvent = (failure: FailureDetails): FailureEvent => ({ type: `failure.${failure.code}`, failure });

/** True if the purchase cannot go on (session_timeout). */
export const isReset = ({ event }: Fact): boolean => effectOf(failureIn(event)) === 'reset';

/** True if the link is unknown, or not valid any more. */
export const isUnknownLink = ({ event }: Fact): boolean => failureIn(event).code === 'token_not_found';

/** True if the order is gone, paid, cancelled or unknown: it has to be read again or started again. */
export const isOrderOver = ({ event }: Fact): boolean =>
  ['session_timeout', 'order_closed', 'token_not_found'].includes(failureIn(event).code);

/** True if the request may have had its effect. */
export const isUnknown = ({ event }: Fact): boolean => failureIn(event).unknown;
