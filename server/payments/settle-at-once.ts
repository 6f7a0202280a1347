import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { isPaidTooLate } from '#server/catalogue/on-sale.ts';
import { fixed } from '#server/db/fixed.ts';
import { isLive } from '#server/db/live-attempts.ts';
import { laneOf, productOf, slotOf } from '#server/db/scoped.ts';
import { runStatement } from '#server/db/statement.ts';
import { subscriptionOf } from '#server/orders/magazines.ts';
import type { PaymentDeps } from '#server/payments/deps.ts';
import type { Outcome } from '#server/providers/adapter.ts';
import { newTicket } from '#server/tickets/tickets.ts';
import { newReservationNumber } from '#server/tokens/tokens.ts';
import { isSecondPayment, isTakenId } from './unapplied.ts';

type Paid = Extract<Outcome, { kind: 'paid' }>;

const settleText = fixed(
  'write',
  'select settle_paid_2($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) as is_settled',
);

/** The attempt with its order as they are now, and whether the provider's id belongs to another attempt. */
const readAttempt = ({ db }: PaymentDeps, id: string, providerId: string | null) =>
  db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .innerJoin('time_spans', (join) => join.on(slotOf('orders')))
    .innerJoin('products', (join) => join.on(productOf('time_spans')))
    .select(['payments.state', 'payments.amount', 'payments.provider_id', 'payments.order_id'])
    .select([
      'orders.status',
      'orders.total',
      'orders.customer',
      'orders.site',
      'orders.time_span_id',
      sql<string>`orders.xmin::text`.as('version'),
      isPaidTooLate.as('is_late'),
    ])
    .select(({ selectFrom }) =>
      jsonArrayFrom(
        selectFrom('order_lines')
          .select(['option_id', 'position', 'price', 'count'])
          .whereRef('order_lines.order_id', '=', 'orders.id'),
      ).as('lines'),
    )
    .select(isTakenId(providerId).as('is_taken'))
    .where('payments.id', '=', id)
    .executeTakeFirstOrThrow();

/**
 * Applies an exact payment to an order that holds its seats, by one reading and one writing statement. Returns false, and has
 * written nothing, for every other case, which `applyOutcome` judges under the order's lock.
 */
export const settleAtOnce = async (deps: PaymentDeps, attemptId: string, paid: Paid): Promise<boolean> => {
  const read = await readAttempt(deps, attemptId, paid.providerId);
  if (read.state === 'paid' || read.state === 'refunded') return !isSecondPayment(read, paid);
  const isHolding = read.status === 'open' || read.status === 'checking';
  const isExact = paid.amount === read.amount && paid.amount === read.total && paid.currency === 'jpy';
  if (!isLive(read.state) || !isHolding || !isExact || read.is_taken || read.is_late) return false;
  const { ticket, people } = newTicket(deps.tokens, read.lines);
  const subscription = subscriptionOf(deps.tokens, read);
  const values = [
    ...[read.order_id, read.version, attemptId, paid.providerId ?? read.provider_id],
    ...[paid.data ? JSON.stringify(paid.data) : null, paid.isUnconfirmed === true, newReservationNumber()],
    ...[ticket.id, ticket.token_hash, ticket.entry_hash, JSON.stringify(people)],
    ...[crypto.randomUUID(), read.customer?.email ?? '', subscription && JSON.stringify(subscription)],
  ];
  const [done] = await deps.lanes.run(laneOf(read), () =>
    runStatement<{ is_settled: boolean }>(deps.db, settleText, values),
  );
  return done?.is_settled === true;
};
