import { noteIn } from '#machines/shared/errors.ts';
import type { FailureCode, FailureNote } from '#src/domain/failures.ts';
import type { OrderStatus } from '#src/domain/order.ts';
import type { FailureEvent, PurchaseEvent } from './purchase.types.ts';

/** The event by which a chart handles a failure at its top (docs/charts.md#failures). */
export const failureEvent = (note: FailureNote): FailureEvent => ({
  type: `failure.${note.code}`,
  note,
});

/** Failures of orders that ended otherwise than by timeout. */
const endings: Partial<Record<OrderStatus, FailureCode>> = { refunded: 'payment_refunded', cancelled: 'order_closed' };

/** The failure of an ended child, an ended order, a rejected actor or a failure event. */
export const failureIn = (event: PurchaseEvent): FailureNote => {
  if (event.type === 'xstate.done.actor.readOrder')
    return { code: endings[event.output.order.status] ?? 'session_timeout', unknown: false };
  if (noteIn(event).code === 'token_not_found') return { code: 'session_timeout', unknown: false };
  const output = 'output' in event ? event.output : null;
  return output && 'failure' in output && output.failure ? output.failure : noteIn(event);
};
