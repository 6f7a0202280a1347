import { noteIn } from '#machines/shared/errors.ts';
import type { FailureCode, FailureNote } from '#src/domain/failures.ts';
import type { OrderStatus } from '#src/domain/order.ts';
import type { FailureEvent, PurchaseEvent } from './purchase.types.ts';

/** In: a failure. Out: the event by which a chart answers it at its top (docs/charts.md#failures). */
export const failureEvent = (note: FailureNote): FailureEvent => ({
  type: `failure.${note.code}`,
  note,
});

/** Orders that ended otherwise than by their time. */
const endings: Partial<Record<OrderStatus, FailureCode>> = { refunded: 'payment_refunded', cancelled: 'order_closed' };

/** In: any event. Out: the failure that an ended child, a dead order, a rejected actor or a failure event carries. */
export const failureIn = (event: PurchaseEvent): FailureNote => {
  if (event.type === 'xstate.done.actor.readOrder')
    return { code: endings[event.output.order.status] ?? 'session_timeout', unknown: false };
  if (noteIn(event).code === 'token_not_found') return { code: 'session_timeout', unknown: false };
  const output = 'output' in event ? event.output : null;
  return output && 'failure' in output && output.failure ? output.failure : noteIn(event);
};
