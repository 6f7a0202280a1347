import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/open.ts';
import { withChanges } from '#server/db/scoped.ts';
import { partMethods } from '#src/domain/payment.ts';
import type { TicketDetails } from './ticket-details.ts';

/** The payments that an order and its changes of date were paid with, in any state, the newest first, with what is left of each. */
export const paymentsOf = (db: Db | Tx, order: string) =>
  db
    .selectFrom('payments')
    .select(['id', 'method', 'state', sql<number>`amount - parts_refunded`.as('amount')])
    .where('order_id', 'in', withChanges(order))
    .where('state', 'in', ['paid', 'refund_due', 'refunded'])
    .orderBy('created_at', 'desc');

/** Yen of payments in all. */
export const sumOf = (payments: readonly { amount: number }[]): number =>
  payments.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Marks `amount` of these payments as due back, of the first ones first, under the order's lock. `payPart` pays the parts, or the
 * sweep; the payments stay paid. `request`: the id of the request for it. `ticket_id`: the cancelled ticket of the people for whom it
 * goes back.
 */
export const oweParts = async (
  tx: Tx,
  payments: readonly { id: string; amount: number }[],
  { amount, request, ticket_id = null }: { amount: number; request: string; ticket_id?: string | null },
): Promise<void> => {
  let unassigned = amount;
  for (const { id: payment_id, amount: left } of payments) {
    const part = Math.min(unassigned, left);
    if (part === 0) continue;
    unassigned -= part;
    await tx
      .insertInto('part_refunds')
      .values({ id: crypto.randomUUID(), payment_id, request, amount: part, ticket_id })
      .execute();
    await tx
      .updateTable('payments')
      .set({ parts_refunded: sql`parts_refunded + ${part}`, asked_at: sql`now()` })
      .where('id', '=', payment_id)
      .execute();
  }
};

/** Payments from which the difference to a cheaper time goes back; none with a coupon, whose share of it nobody can tell. */
export const refundableOf = async (db: Db | Tx, { order_id, isBuyers, refunds }: TicketDetails) => {
  if (!refunds || !isBuyers) return [];
  const coupon = db.selectFrom('coupon_uses').select('coupon_id').where('order_id', '=', order_id);
  if (await coupon.executeTakeFirst()) return [];
  const paid = paymentsOf(db, order_id).where('state', '=', 'paid').where('method', 'in', partMethods);
  return (await paid.execute()).filter(({ amount }) => amount > 0);
};
