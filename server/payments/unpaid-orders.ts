import { inTransaction } from '#server/db/transaction.ts';
import { endOrder, lockOrder } from '#server/holds/holds.ts';
import type { OrderInput } from '#server/orders/choice.ts';
import { holdOrder, type Placed, prepareOrder, readPlaced } from '#server/orders/orders.ts';
import { pass } from '#server/shared/failpoints.ts';
import { Problem } from '#server/shared/problem.ts';
import type { RequestContext } from '#server/shared/request-context.ts';
import type { PaymentDeps } from './deps.ts';
import { cancelLive } from './poll.ts';

const paymentPending = (): Problem => new Problem('order_closed', { detail: 'A payment is on its way.' });

/**
 * Holds seats and set products for a new order. With `replaces` those of the other order count as free, and its customer and
 * coupon are taken over, all in one transaction (docs/architecture.md#replacing-an-order). A retry with the same key returns the
 * same order. Throws as `checkChoice`, seat_reserve_error, order_closed, token_not_found.
 */
export const placeOrder = async (deps: PaymentDeps, context: RequestContext, input: OrderInput): Promise<Placed> => {
  const id = context.effectId;
  try {
    const prepared = await prepareOrder(deps, context, input);
    if (prepared.old && !(await cancelLive(deps, prepared.old))) throw paymentPending();
    return await holdOrder(deps, context, prepared);
  } catch (thrown) {
    /* A retry with the same idempotency key returns the order that the first attempt inserted. */
    if (!(await deps.db.selectFrom('orders').select('id').where('id', '=', id).executeTakeFirst())) throw thrown;
    return readPlaced(deps.db, id);
  }
};

/** Cancels an order and returns its seats; an expired one counts as cancelled. Throws order_closed (400). */
export const cancelOrder = async (deps: PaymentDeps, id: string): Promise<void> => {
  const closed = new Problem('order_closed', { status: 400 });
  if (!(await cancelLive(deps, id))) throw closed;
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, id);
    if (order.status === 'open') await endOrder(tx, order, 'cancelled');
    else if (order.status !== 'expired' && order.status !== 'cancelled') throw closed;
    pass('cancel_written');
  });
};
