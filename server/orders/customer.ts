import { inTransaction, type Tx } from '#server/db/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { endOrder, ensureHeld, lockOrder, type OrderRow } from '#server/holds/holds.ts';
import { cancelLive } from '#server/payments/poll.ts';
import { pass } from '#server/shared/failpoints.ts';
import { Problem } from '#server/shared/problem.ts';
import type { CustomerInfo } from '#src/domain/customer.ts';
import { revokeLinks } from './mail-links.ts';
import { mustNotChangeAddress } from './site-rules.ts';

/**
 * Saves the customer of an order that is open or can be held again; `byToken` is the order token of the request. Throws
 * order_closed, session_timeout, invalid_input where the invited address must not change.
 */
export const saveCustomer = async (
  deps: Deps,
  tx: Tx,
  { id, byToken }: { id: string; byToken: string },
  customer: CustomerInfo,
): Promise<OrderRow> => {
  const order = await ensureHeld(tx, await lockOrder(tx, id), deps);
  await mustNotChangeAddress(order, customer);
  await tx
    .updateTable('orders')
    .set({ customer: JSON.stringify(customer) })
    .where('id', '=', id)
    .execute();
  if (customer.email !== '') await revokeLinks(tx, id, customer.email, byToken);
  return { ...order, customer };
};

/** Cancels an order and returns its seats; an expired one counts as cancelled. Throws order_closed (400). */
export const cancelOrder = async (deps: Deps, id: string): Promise<void> => {
  const closed = new Problem('order_closed', { status: 400 });
  if (!(await cancelLive(deps, id))) throw closed;
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, id);
    if (order.status === 'open') await endOrder(tx, order, 'cancelled');
    else if (order.status !== 'expired' && order.status !== 'cancelled') throw closed;
    pass('cancel_written');
  });
};
