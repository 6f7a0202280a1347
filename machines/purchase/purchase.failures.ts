import { failureIn } from '#machines/shared/errors.ts';
import type { FailureCode, FailureDetails } from '#src/domain/failures.ts';
import type { OrderStatus } from '#src/domain/order.ts';
import type { FailureEvent, PurchaseEvent } from './purchase.types.ts';

/** The event by which a chart handles a failure at its top (docs/charts.md#failures). */
export const failureEvent = (failure: FailureDetails): FailureEvent => ({
  type: `failure.${failure.code}`,
  failure,
});

/** Failures of orders that ended otherwise than by timeout. */
const endings: Partial<Record<OrderStatus, FailureCode>> = { refunded: 'payment_refunded', cancelled: 'order_closed' };

/** The failure of an ended child, an ended order, a rejected actor or a failure event. */
export const purchaseFailureIn = (event: PurchaseEvent): FailureDetails => {
  if (event.type === 'xstate.done.actor.readOrder')
    return { code: endings[event.output.order.status] ?? 'session_timeout', unknown: false };
  if (failureIn(event).code === 'token_not_found') return { code: 'session_timeout', unknown: false };
  const output = 'output' in event ? event.output : null;
  return output && 'failure' in output && output.failure ? output.failure : failureIn(event);
};
