import { isSlot } from '#server/db/scoped.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { OrderRow, SlotPeriod } from '#server/db/types.ts';
import { isMoved } from '#server/shared/moved-visit.ts';
import { Problem } from '#server/shared/problem.ts';
import type { VisitPeriod } from '#src/domain/checkout.ts';

/** What the visitor has read and agreed to: the total in yen, and the visit. */
export type Agreement = { price: number; visit?: VisitPeriod | undefined };

const changed = (pointer: string, detail: string): Problem =>
  new Problem('invalid_input', { status: 409, errors: [{ pointer, detail }] });

/** What is now other than agreed; null if nothing is. */
export const disagreement = (
  now: Pick<OrderRow, 'total'> & SlotPeriod,
  { price, visit }: Agreement,
): Problem | null => {
  if (now.total !== price) return changed('#/price', `The total is ${now.total}.`);
  return isMoved(now, visit) ? changed('#/visit', 'The visit was moved.') : null;
};

/** The same for an order whose visit is not read yet. */
export const readDisagreement = async (tx: Tx, order: OrderRow, agreement: Agreement): Promise<Problem | null> => {
  const visit = await tx
    .selectFrom('time_spans')
    .select(['reservation_from', 'reservation_to'])
    .where(isSlot(order))
    .executeTakeFirstOrThrow();
  return disagreement({ ...order, ...visit }, agreement);
};
