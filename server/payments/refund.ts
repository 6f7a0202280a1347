import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import type { PaymentDeps } from '#server/payments/deps.ts';
import { pass } from '#server/shared/failpoints.ts';
import { OperatorProblem } from '#server/shared/operator-problem.ts';
import {
  endTickets,
  isLiving,
  isUsed,
  lockNamed,
  type Named,
  notifyHolders,
  type VenueContext,
} from '#server/tickets/end-tickets.ts';
import { noAlarm } from './alarms.ts';
import { payRefund } from './pay-refund.ts';

/**
 * The refund in yen. `isDone`: the provider has confirmed it; otherwise the sweep repeats it until it does, or it is refused for
 * good, by the provider's code.
 */
export type Refunded = { number: string; amount: number; isDone: boolean; refusal: string | null };

/** The payment that an order was paid with, in any state. */
export const paymentOf = (deps: { db: Db }, order: string) =>
  deps.db
    .selectFrom('payments')
    .select(['id', 'amount', 'state'])
    .where('order_id', '=', order)
    .where('state', 'in', ['paid', 'refund_due', 'refunded']);

/** Marks the money of a payment as due back; `payRefund` pays it, or the sweep. */
export const oweRefund = async (tx: Tx, id: string): Promise<void> => {
  const due = { state: 'refund_due', asked_at: sql<Date>`now()`, ...noAlarm } as const;
  await tx.updateTable('payments').set(due).where('id', '=', id).execute();
};

/** Throws OperatorProblem unless the number is the buyer's and, without `force`, nobody has entered with the order. */
const mustGoBack = ({ order, all, isWhole }: Named, force: boolean): void => {
  if (!isWhole) throw new OperatorProblem('part', { number: order.reservation_number ?? '' });
  const used = all.find(isUsed);
  if (used && !force && order.status === 'paid') throw new OperatorProblem('entered', { number: used.number });
};

/**
 * Ends an order and marks its payment as refund due, in one transaction; returns that payment. A cancelled order can still be
 * refunded. Throws OperatorProblem: unknown, part, entered, nothing_paid, refunded.
 */
const markRefundDue = (deps: { db: Db }, { base, site }: VenueContext, typed: string, force: boolean) =>
  inTransaction(deps.db, async (tx) => {
    const found = await lockNamed(tx, typed, site);
    const { order, all } = found;
    const number = order.reservation_number ?? '';
    mustGoBack(found, force);
    const payments = await paymentOf({ db: tx }, order.id).execute();
    const paid = payments.find(({ state }) => state === 'paid');
    if (!paid) {
      const due = payments.find(({ state }) => state === 'refund_due');
      if (due) return { ...due, number };
      throw new OperatorProblem('refunded', { number });
    }
    if (paid.amount === 0) throw new OperatorProblem('nothing_paid', { number });
    const ending = order.status === 'paid' ? all.filter(isLiving) : [];
    if (order.status === 'paid') await endTickets(tx, found, ending, 'refunded');
    else await tx.updateTable('orders').set({ status: 'refunded' }).where('id', '=', order.id).execute();
    await oweRefund(tx, paid.id);
    /* The buyer gets a mail with the refund (`payRefund`). */
    await notifyHolders(
      tx,
      order,
      ending.filter(({ email }) => email !== null),
      base,
    );
    return { ...paid, number };
  });

/**
 * Refunds an order, whole and once, by the provider it was paid with, and ends it with all its tickets: one payment covers them
 * all. `force`: even when people have entered; their seats stay sold. Throws OperatorProblem: unknown, part, entered, nothing_paid,
 * refunded.
 */
export const refundOrder = async (
  deps: PaymentDeps,
  venue: VenueContext,
  typed: string,
  force = false,
): Promise<Refunded> => {
  const { id, amount, number } = await markRefundDue(deps, venue, typed, force);
  pass('refund_owed');
  await payRefund(deps, id, true);
  const after = deps.db.selectFrom('payments').select(['state', 'alarm', 'alarm_code']).where('id', '=', id);
  const { state, alarm, alarm_code } = await after.executeTakeFirstOrThrow();
  const refusal = alarm === 'refund_refused' ? alarm_code : null;
  return { number, amount, isDone: state === 'refunded', refusal };
};
