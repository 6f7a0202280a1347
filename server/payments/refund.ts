import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '#server/db/open.ts';
import { paymentsWithOrders, withChanges } from '#server/db/scoped.ts';
import type { OrderRow } from '#server/db/types.ts';
import { lockOrder } from '#server/orders/holds/holds.ts';
import type { PaymentDeps } from '#server/payments/deps.ts';
import { pass } from '#server/shared/failpoints.ts';
import { OperatorProblem } from '#server/shared/operator-problem.ts';
import { putMail } from '#server/shared/outbox/outbox.ts';
import { writeAct } from '#server/tickets/acts.ts';
import {
  endTickets,
  isLiving,
  isUsed,
  lockNamed,
  type Named,
  notifyHolders,
  peopleOf,
  type VenueContext,
} from '#server/tickets/end-tickets.ts';
import { readTickets } from '#server/tickets/ticket-details.ts';
import { noAlarm, raiseAlarm } from './alarms.ts';
import type { Attempt, Refused } from './providers/adapter.ts';

/** Mails the buyer that the ticket ended, since no mail about a refund says it; once for each ticket. */
const notifyBuyer = async (tx: Tx, order: OrderRow, base: string): Promise<void> => {
  const ended = tx
    .selectFrom('tickets')
    .select('id')
    .where('order_id', '=', order.id)
    .where('state', '=', 'cancelled')
    .where('email', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('outbox').select('id').whereRef('ticket_id', '=', 'tickets.id').where('kind', '=', 'cancelled'),
        ),
      ),
    );
  await notifyHolders(tx, order, await readTickets(tx, ended), base);
};

/** The provider will not make the refund: a person must, so nothing repeats it. */
const giveUp = (deps: PaymentDeps, attempt: Attempt, { refused: code }: Refused): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, attempt.order_id);
    const due = { id: attempt.id, state: 'refund_due' } as const;
    const isNew = await raiseAlarm(tx, deps.log, due, { kind: 'refund_refused', code });
    if (isNew) await notifyBuyer(tx, order, attempt.return_base);
  });

/**
 * Refunds a due payment; the sweep repeats it when the provider did not reply. A refund that was refused for good is repeated only
 * when a person asks for it (`isWanted`).
 */
export const payRefund = async (deps: PaymentDeps, attemptId: string, isWanted = false): Promise<void> => {
  const attempt = await paymentsWithOrders(deps.db)
    .selectAll('payments')
    .select('orders.site')
    .where('payments.id', '=', attemptId)
    .where('payments.state', '=', 'refund_due')
    .$if(!isWanted, (query) => query.where('payments.alarm', 'is', null))
    .executeTakeFirst();
  const adapter = attempt && deps.payments[attempt.method];
  const answer = adapter && (await deps.admissionQueue.outside(() => adapter.refund(attempt, attempt.site)));
  if (!attempt || !answer) return;
  if (answer !== true) return giveUp(deps, attempt, answer);
  pass('refund_confirmed');
  await inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, attempt.order_id);
    const done = await tx
      .updateTable('payments')
      .set({ state: 'refunded', asked_at: sql`now()`, ...noAlarm })
      .where('id', '=', attempt.id)
      .where('state', '=', 'refund_due')
      .executeTakeFirst();
    const about = { base: attempt.return_base, payment_id: attempt.id };
    if (done.numUpdatedRows === 1n) await putMail(tx, 'refunded', order, about);
  });
  pass('refund_committed');
  deps.log('warn', 'payment_refunded', { order: attempt.order_id });
};

/**
 * The refund in yen. `isDone`: the provider has confirmed it; otherwise the sweep repeats it until it does, or it is refused for
 * good, by the provider's code.
 */
export type Refunded = { number: string; amount: number; isDone: boolean; refusal: string | null };

/** The payments that an order and its changes of date were paid with, in any state. */
export const paymentsOf = (deps: { db: Db }, order: string) =>
  deps.db
    .selectFrom('payments')
    .select(['id', 'amount', 'state'])
    .where('order_id', 'in', withChanges(order))
    .where('state', 'in', ['paid', 'refund_due', 'refunded']);

/** Marks the money of payments as due back; `payRefund` pays it, or the sweep. Paid changes of date end with their order. */
export const oweRefund = async (tx: Tx, payments: readonly { id: string }[]): Promise<void> => {
  const ids = payments.map(({ id }) => id);
  const due = { state: 'refund_due', asked_at: sql<Date>`now()`, ...noAlarm } as const;
  await tx.updateTable('payments').set(due).where('id', 'in', ids).execute();
  const changes = tx.updateTable('orders').set({ status: 'refunded' }).where('change_of', 'is not', null);
  await changes
    .where('id', 'in', ({ selectFrom }) => selectFrom('payments').select('order_id').where('payments.id', 'in', ids))
    .execute();
};

export const sumOf = (payments: readonly { amount: number }[]): number =>
  payments.reduce((sum, { amount }) => sum + amount, 0);

/** Throws OperatorProblem unless the number is the buyer's and, without `force`, nobody has entered with the order. */
const mustGoBack = ({ order, all, isWhole }: Named, force: boolean): void => {
  if (!isWhole) throw new OperatorProblem('part', { number: order.reservation_number ?? '' });
  const used = all.find(isUsed);
  if (used && !force && order.status === 'paid') throw new OperatorProblem('entered', { number: used.number });
};

/**
 * Ends an order and marks its payments as refund due, in one transaction; returns those. A cancelled order can still be
 * refunded. Throws OperatorProblem: unknown, part, entered, nothing_paid, refunded.
 */
const markRefundDue = (deps: { db: Db }, { base, site, actor }: VenueContext, typed: string, force: boolean) =>
  inTransaction(deps.db, async (tx) => {
    const found = await lockNamed(tx, typed, site);
    const { order, all } = found;
    const number = order.reservation_number ?? '';
    mustGoBack(found, force);
    const payments = await paymentsOf({ db: tx }, order.id).execute();
    const paid = payments.filter(({ state }) => state === 'paid');
    if (paid.length === 0) {
      const due = payments.filter(({ state }) => state === 'refund_due');
      if (due.length > 0) return { due, number };
      throw new OperatorProblem('refunded', { number });
    }
    const due = paid.filter(({ amount }) => amount > 0);
    if (due.length === 0) throw new OperatorProblem('nothing_paid', { number });
    const ending = order.status === 'paid' ? all.filter(isLiving) : [];
    if (order.status === 'paid') await endTickets(tx, found, ending, 'refunded');
    else await tx.updateTable('orders').set({ status: 'refunded' }).where('id', '=', order.id).execute();
    await oweRefund(tx, due);
    const buyers = all.find(({ isBuyers }) => isBuyers);
    if (buyers) await writeAct(tx, 'refunded', buyers, actor, peopleOf(all));
    /* The buyer gets a mail with the refund (`payRefund`). */
    await notifyHolders(
      tx,
      order,
      ending.filter(({ email }) => email !== null),
      base,
    );
    return { due, number };
  });

/**
 * Refunds an order with its changes of date, whole and once, by the providers that were paid, and ends it with all its tickets. `force`: even when people have entered; their seats stay sold. Throws OperatorProblem: unknown, part, entered, nothing_paid,
 * refunded.
 */
export const refundOrder = async (
  deps: PaymentDeps,
  venue: VenueContext,
  typed: string,
  force = false,
): Promise<Refunded> => {
  const { due, number } = await markRefundDue(deps, venue, typed, force);
  pass('refund_owed');
  const ids = due.map(({ id }) => id);
  for (const id of ids) await payRefund(deps, id, true);
  const after = deps.db.selectFrom('payments').select(['state', 'alarm', 'alarm_code']).where('id', 'in', ids);
  const rows = await after.execute();
  const refusal = rows.find(({ alarm }) => alarm === 'refund_refused')?.alarm_code ?? null;
  return { number, amount: sumOf(due), isDone: rows.every(({ state }) => state === 'refunded'), refusal };
};
