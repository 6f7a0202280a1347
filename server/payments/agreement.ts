import type { OrderRow, SlotPeriod } from '#server/db/types.ts';
import { isMoved } from '#server/shared/moved-visit.ts';
import { Problem } from '#server/shared/problem.ts';
import type { VisitPeriod } from '#src/domain/checkout.ts';

/** The total in yen and the visit that the visitor has agreed to. */
export type Agreement = { price: number; visit?: VisitPeriod | undefined };

const changed = (pointer: string, detail: string): Problem =>
  new Problem('invalid_input', { status: 409, errors: [{ pointer, detail }] });

/** Compares the order with the agreement; null if they are equal. */
export const disagreement = (
  now: Pick<OrderRow, 'total'> & SlotPeriod,
  { price, visit }: Agreement,
): Problem | null => {
  if (now.total !== price) return changed('#/price', `The total is ${now.total}.`);
  return isMoved(now, visit) ? changed('#/visit', 'The visit was moved.') : null;
};
