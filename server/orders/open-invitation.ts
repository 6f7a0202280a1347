import { inTransaction } from '#server/db/transaction.ts';
import type { OrderDeps } from '#server/orders/deps.ts';
import { beginHold, expireHolds } from '#server/orders/holds/holds.ts';

/** Begins the hold of an invited order when its link is opened, as for a new order, if the seats are free. */
export const openInvitation = async (deps: OrderDeps, id: string): Promise<void> => {
  const { db } = deps;
  await expireHolds(db, { order: id });
  const begin = () => inTransaction(db, (tx) => beginHold(tx, id));
  if (await begin()) return;
  const slot = await db
    .selectFrom('orders')
    .select(['site', 'time_span_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await expireHolds(db, { slot });
  await begin();
};
