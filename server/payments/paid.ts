import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { isPaidTooLate } from '#server/catalogue/on-sale.ts';
import type { Db, Tx } from '#server/db/open.ts';
import { isLive, paymentsWithOrders, productOf, slotOf } from '#server/db/scoped.ts';
import { fixed, runStatement } from '#server/db/statement.ts';
import { isHolding } from '#server/orders/holds/holds.ts';
import { subscriptionOf } from '#server/orders/magazines.ts';
import type { Attempt, Paid } from '#server/payments/providers/adapter.ts';
import { newReservationNumber, type TokenService } from '#server/shared/tokens/tokens.ts';
import { newTicket } from '#server/tickets/tickets.ts';
import { isSecondPayment, isTakenId } from './unapplied.ts';

/** An attempt with its order, and the facts by which its payment is judged. `is_late`: the last admission is over. */
export const readPaid = (db: Db | Tx, attemptId: string, { providerId }: Paid) =>
  paymentsWithOrders(db)
    .innerJoin('time_spans', (join) => join.on(slotOf('orders')))
    .innerJoin('products', (join) => join.on(productOf('time_spans')))
    .select(['payments.id', 'payments.state', 'payments.amount', 'payments.provider_id', 'payments.order_id'])
    .select(['orders.status', 'orders.total', 'orders.customer', 'orders.anonymised_at', 'orders.site'])
    .select(['orders.time_span_id', 'orders.change_of', 'payments.return_base', isPaidTooLate.as('is_late')])
    .select(sql<string>`orders.xmin::text`.as('version'))
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('order_lines')
          .select(['option_id', 'position', 'price', 'count'])
          .whereRef('order_lines.order_id', '=', 'orders.id'),
      ).as('lines'),
    )
    .select(isTakenId(providerId).as('is_taken'))
    .where('payments.id', '=', attemptId)
    .executeTakeFirstOrThrow();

export type PaidAttempt = Awaited<ReturnType<typeof readPaid>>;

export const isExact = (row: Pick<PaidAttempt, 'amount' | 'total'>, { amount, currency }: Paid): boolean =>
  amount === row.amount && amount === row.total && currency === 'jpy';

/** Whether an attempt was paid, also if its money goes back. */
export const wasPaid = ({ state }: Pick<Attempt, 'state'>): boolean =>
  !isLive(state) && state !== 'declined' && state !== 'cancelled';

/**
 * Decision on a payment: `known` was applied before; `unapplied` is other money than the attempt's; `sale` makes the order paid;
 * `late` does, if the seats of its ended hold are still free (docs/architecture.md#bar-late-payment); `refund` returns the money.
 */
export const judgePaid = (
  row: Pick<
    PaidAttempt,
    'state' | 'provider_id' | 'amount' | 'total' | 'status' | 'anonymised_at' | 'is_late' | 'is_taken'
  >,
  paid: Paid,
): 'known' | 'unapplied' | 'sale' | 'late' | 'refund' => {
  if (wasPaid(row)) return isSecondPayment(row, paid) ? 'unapplied' : 'known';
  if (row.is_taken) return 'unapplied';
  if (!isExact(row, paid) || row.is_late) return 'refund';
  if (isHolding(row.status)) return 'sale';
  /* The ticket of an anonymised order could not be delivered: its links are dead and its mail address is gone. */
  return row.status === 'expired' && row.anonymised_at === null ? 'late' : 'refund';
};

const settleText = fixed(
  'write',
  'select settle_paid_3($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) as is_settled',
);

/**
 * Makes an order paid that holds its seats; one that changes a date makes no ticket. False, and nothing is written, when it or the
 * attempt has changed since it was read, or by chance when the drawn reservation number is taken.
 */
export const writePaid = async (
  db: Db | Tx,
  tokens: TokenService,
  row: PaidAttempt,
  { providerId, data, isUnconfirmed }: Paid,
): Promise<boolean> => {
  const { ticket, people } = newTicket(tokens, row.lines);
  const subscription = subscriptionOf(tokens, row);
  /* In the sequence of the function's parameters. */
  const read = [row.order_id, row.version, row.id, row.state];
  const reported = [providerId ?? row.provider_id, data ? JSON.stringify(data) : null, isUnconfirmed === true];
  const ticketAndMail = [
    ...[newReservationNumber(), ticket.id, ticket.token_hash, ticket.entry_hash, JSON.stringify(people)],
    ...[crypto.randomUUID(), row.customer?.email ?? '', subscription && JSON.stringify(subscription)],
  ];
  const values = [...read, ...reported, ...(row.change_of === null ? ticketAndMail : ticketAndMail.map(() => null))];
  const [done] = await runStatement<{ is_settled: boolean }>(db, settleText, values);
  return done?.is_settled === true;
};
