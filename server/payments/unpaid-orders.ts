import { inTransaction, type Tx } from '#server/db/open.ts';
import { laneOf } from '#server/db/scoped.ts';
import { endOrder, lockOrder, readOrderRow } from '#server/orders/holds/holds.ts';
import type { OrderInput } from '#server/orders/offer.ts';
import { holdOrder, type Placed, prepareOrder, readPlaced } from '#server/orders/orders.ts';
import { paymentPending } from '#server/orders/replace-order.ts';
import { isOtherConfirmed } from '#server/orders/site-rules.ts';
import { pass } from '#server/shared/failpoints.ts';
import { Problem } from '#server/shared/problem.ts';
import type { RequestContext } from '#server/shared/visitor.ts';
import type { CustomerInfo } from '#src/domain/customer.ts';
import { cancelLive } from './ask-provider.ts';
import type { PaymentDeps } from './deps.ts';

/**
 * Holds seats and set products for a new order. With `replaces` those of the other order count as free, and its customer and
 * coupon are taken over, all in one transaction (docs/product.md#replacing-an-order). A retry with the same key returns the
 * same order. `inheritsTurn` as in `takeOver`. Throws as `checkChoice`, seat_reserve_error, order_closed, token_not_found, queue_required.
 */
export const placeOrder = async (
  deps: PaymentDeps,
  context: RequestContext,
  input: OrderInput,
  inheritsTurn: boolean,
): Promise<Placed> => {
  const id = context.effectId;
  try {
    const prepared = await prepareOrder(deps, context, input, inheritsTurn);
    if (prepared.old && !(await cancelLive(deps, prepared.old))) throw paymentPending();
    return await holdOrder(deps, context, prepared);
  } catch (thrown) {
    /* A retry with the same idempotency key returns the order that the first attempt inserted. */
    if (!(await deps.db.selectFrom('orders').select('id').where('id', '=', id).executeTakeFirst())) throw thrown;
    return readPlaced(deps.db, id);
  }
};

/** Ends a pending payment that began for the confirmed address, before another address replaces it. Throws order_closed. */
export const endPaymentOfOther = async (deps: PaymentDeps, id: string, customer: CustomerInfo): Promise<void> => {
  const order = await readOrderRow(deps.db, id);
  if (isOtherConfirmed(deps.sites, order, customer) && !(await cancelLive(deps, id))) throw paymentPending();
};

/** Cancels an order and returns its seats. False for one that had ended unpaid before. Throws order_closed (400). */
export const cancelOrder = async (deps: PaymentDeps, id: string): Promise<boolean> => {
  const closed = new Problem('order_closed', { status: 400 });
  if (!(await cancelLive(deps, id))) throw closed;
  const cancel = async (tx: Tx): Promise<boolean> => {
    const order = await lockOrder(tx, id);
    if (order.status === 'expired' || order.status === 'cancelled') return false;
    if (order.status !== 'open') throw closed;
    await endOrder(tx, order, 'cancelled');
    pass('cancel_written');
    return true;
  };
  return deps.lanes.run(laneOf(await readOrderRow(deps.db, id)), () => inTransaction(deps.db, cancel));
};
