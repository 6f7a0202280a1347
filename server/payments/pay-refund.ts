import { sql } from 'kysely';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import type { OrderRow } from '#server/db/types.ts';
import { lockOrder } from '#server/orders/holds/holds.ts';
import type { PaymentDeps } from '#server/payments/deps.ts';
import type { Attempt, Refused } from '#server/payments/providers/adapter.ts';
import { pass } from '#server/shared/failpoints.ts';
import { putMail } from '#server/shared/outbox/outbox.ts';
import { notifyHolders } from '#server/tickets/end-tickets.ts';
import { readTickets } from '#server/tickets/ticket-details.ts';
import { noAlarm, raiseAlarm } from './alarms.ts';

/** Mails the buyer that the ticket ended, since no mail about a refund says it; once for each ticket. */
const notifyBuyer = async (tx: Tx, order: OrderRow, base: string): Promise<void> => {
  const ended = await tx
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
    )
    .execute();
  const tickets = await readTickets(
    tx,
    ended.map(({ id }) => id),
  );
  await notifyHolders(tx, order, tickets, base);
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
  const attempt = await deps.db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
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
