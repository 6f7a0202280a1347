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
