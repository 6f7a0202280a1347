import { liveStates } from '#server/db/live-attempts.ts';
import type { Tx } from '#server/db/transaction.ts';
import { Problem } from '#server/shared/problem.ts';

export const paymentPending = (): Problem => new Problem('order_closed', { detail: 'A payment is on its way.' });

/** Throws order_closed while a payment of a locked order is pending: it was begun for the order as it is. */
export const mustHaveNoPayment = async (tx: Tx, id: string): Promise<void> => {
  const live = await tx
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', id)
    .where('state', 'in', liveStates)
    .executeTakeFirst();
  if (live) throw paymentPending();
};
