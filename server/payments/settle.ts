import { sql } from 'kysely';
import { isPaidTooLate } from '#server/catalogue/on-sale.ts';
import { isLive } from '#server/db/live-attempts.ts';
import type { Db } from '#server/db/open.ts';
import { productOf, slotOf } from '#server/db/scoped.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import type { OrderRow } from '#server/db/types.ts';
import { countAgain } from '#server/holds/coupon-uses.ts';
import { endOrder, expireHolds, holding, lockOrderOf } from '#server/holds/holds.ts';
import { freeStock, sellStock, takeStock } from '#server/holds/stock.ts';
import { subscribe } from '#server/orders/magazines.ts';
import { putMail } from '#server/outbox/outbox.ts';
import type { PaymentDeps } from '#server/payments/deps.ts';
import type { Attempt, Outcome, ProviderData } from '#server/providers/adapter.ts';
import { pass } from '#server/shared/failpoints.ts';
import { freeReservationNumber, issueTicket } from '#server/tickets/tickets.ts';
import { payRefund } from './pay-refund.ts';
import { settleAtOnce } from './settle-at-once.ts';
import { isSecondPayment, isTakenId, storeUnapplied } from './unapplied.ts';

type Paid = Extract<Outcome, { kind: 'paid' }>;

type AttemptChange = Partial<Pick<Attempt, 'state' | 'provider_id' | 'reason'>> & {
  data?: ProviderData | undefined;
  /** Of the look-up that found it: what the visitor has done is unknown again when a later one has begun or is wanted. */
  lookedUpAt?: Date | null;
  isUnconfirmed?: boolean | undefined;
};

const setAttempt = async (
  tx: Db | Tx,
  id: string,
  { data, isUnconfirmed, lookedUpAt = null, ...set }: AttemptChange,
) => {
  const over = set.state !== undefined && set.state !== 'requires_action';
  await tx
    .updateTable('payments')
    .set({
      ...set,
      ...(over ? { token: null, asked_at: sql`now()` } : {}),
      ...(set.state === 'requires_action'
        ? {
            awaits_visitor: sql<boolean>`looked_up_at is not distinct from ${lookedUpAt}::timestamptz
              and (look_wanted_at > looked_up_at) is not true`,
          }
        : {}),
      ...(isUnconfirmed ? { unconfirmed_since: sql<Date>`now()` } : {}),
    })
    .$if(data !== undefined, (query) =>
      query.set({ data: sql`coalesce(data, '{}'::jsonb) || ${JSON.stringify(data)}::jsonb` }),
    )
    .where('id', '=', id)
    .execute();
};

/** Adds provider data to an attempt before its outcome is known. */
export const saveData = (deps: PaymentDeps, id: string, data: ProviderData): Promise<void> =>
  setAttempt(deps.db, id, { data });

const setStatus = async (tx: Tx, order: OrderRow, status: OrderRow['status']) => {
  await tx.updateTable('orders').set({ status }).where('id', '=', order.id).execute();
};

const isHolding = ({ status }: OrderRow): boolean => holding.some((state) => state === status);

/** Whether nobody is let in any more for what is paid only now (docs/product.md#last-admission). */
const isTooLate = async (tx: Tx, { id }: Attempt): Promise<boolean> => {
  const late = tx
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .innerJoin('time_spans', (join) => join.on(slotOf('orders')))
    .innerJoin('products', (join) => join.on(productOf('time_spans')))
    .select(isPaidTooLate.as('is_late'))
    .where('payments.id', '=', id);
  return (await late.executeTakeFirstOrThrow()).is_late;
};

/** Ends the hold of an order, if it has one. */
const endHold = async (tx: Tx, order: OrderRow): Promise<OrderRow> => {
  if (!isHolding(order)) return order;
  await endOrder(tx, order, 'expired');
  return { ...order, status: 'expired' };
};

/** Takes the stock of an ended order that was paid late at its total. Returns whether all of it is still available. */
const takeAgain = async (deps: PaymentDeps, tx: Tx, order: OrderRow): Promise<boolean> => {
  if (!(await takeStock(tx, order, deps.takeSeats))) return false;
  if (await countAgain(tx, order.id)) return true;
  await freeStock(tx, order);
  return false;
};

/**
 * Applies a payment: the order is honoured if possible (docs/architecture.md#bar-late-payment), not too late for its visit. Returns
 * whether the money must be refunded.
 */
const applyPaid = async (
  deps: PaymentDeps,
  tx: Tx,
  locked: OrderRow,
  attempt: Attempt,
  paid: Paid,
): Promise<boolean> => {
  const isOver = await isTooLate(tx, attempt);
  const order = isOver ? await endHold(tx, locked) : locked;
  const isExact = paid.amount === attempt.amount && paid.amount === order.total && paid.currency === 'jpy';
  if (!isExact) deps.log('error', 'payment_amount_differs', { order: order.id, amount: paid.amount });
  const live = isHolding(order);
  /* The ticket of an anonymised order could not be delivered: its links are dead and its mail address is gone. */
  const canReturn = order.status === 'expired' && order.anonymised_at === null && !isOver;
  const late = isExact && canReturn && (await takeAgain(deps, tx, order));
  const provider_id = paid.providerId ?? attempt.provider_id;
  if (!isExact || !(live || late)) {
    deps.log('warn', 'payment_to_refund', { order: order.id, status: order.status });
    await setAttempt(tx, attempt.id, { state: 'refund_due', provider_id, data: paid.data });
    if (order.status === 'checking') await setStatus(tx, order, 'open');
    if (order.status === 'expired') await setStatus(tx, order, 'refunded');
    return true;
  }
  await sellStock(tx, order);
  const { data, isUnconfirmed } = paid;
  await setAttempt(tx, attempt.id, { state: 'paid', provider_id, data, isUnconfirmed });
  const reservation_number = await freeReservationNumber(tx);
  await tx
    .updateTable('orders')
    .set({ status: 'paid', paid_at: sql`now()`, payment_method: attempt.method, reservation_number })
    .where('id', '=', order.id)
    .execute();
  await issueTicket(tx, deps.tokens, order, reservation_number);
  await subscribe(tx, deps.tokens, order);
  await putMail(tx, 'completed', order, { base: attempt.return_base });
  return false;
};

/** Ends holds that are over and may have what an ended order that was paid late needs: they are ended first, as for a new order. */
const makeRoom = async ({ db }: PaymentDeps, attemptId: string): Promise<void> => {
  const ended = await db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .leftJoin('coupon_uses', 'coupon_uses.order_id', 'orders.id')
    .select(['orders.site', 'orders.time_span_id', 'coupon_uses.coupon_id'])
    .where('payments.id', '=', attemptId)
    .where('orders.status', '=', 'expired')
    .executeTakeFirst();
  if (!ended) return;
  const { site, coupon_id: id } = ended;
  await expireHolds(db, { slot: ended });
  if (id !== null) await expireHolds(db, { coupon: { site, id } });
};

/** Whether a provider's id already belongs to another attempt of the contract: one payment must not count twice. */
const isTaken = async (tx: Tx, { id }: Attempt, outcome: Outcome): Promise<boolean> => {
  const providerId = 'providerId' in outcome ? outcome.providerId : null;
  if (providerId === null) return false;
  const read = tx.selectFrom('payments').select(isTakenId(providerId).as('is_taken'));
  return (await read.where('id', '=', id).executeTakeFirstOrThrow()).is_taken;
};

/**
 * Applies the provider's outcome to an attempt. This is the only place where an order becomes paid, exactly once however often
 * and in whatever sequence checkout, confirmation, return, notice and sweep call it. `judged`: the attempt as it was when its
 * provider was called.
 */
export const applyOutcome = async (
  deps: PaymentDeps,
  attemptId: string,
  outcome: Outcome,
  judged?: Attempt,
): Promise<void> => {
  if (outcome.kind === 'paid' && (await settleAtOnce(deps, attemptId, outcome))) {
    pass('paid_committed');
    return;
  }
  if (outcome.kind === 'paid') await makeRoom(deps, attemptId);
  const refundDue = await inTransaction(deps.db, async (tx) => {
    const order = await lockOrderOf(tx, attemptId);
    const attempt = await tx.selectFrom('payments').selectAll().where('id', '=', attemptId).executeTakeFirstOrThrow();
    const isOver = !isLive(attempt.state) && attempt.state !== 'declined' && attempt.state !== 'cancelled';
    const isRefused = isOver
      ? outcome.kind === 'paid' && isSecondPayment(attempt, outcome)
      : await isTaken(tx, attempt, outcome);
    if (isRefused) deps.log('error', 'provider_id_reused', { order: attempt.order_id });
    if (isRefused && outcome.kind === 'paid') await storeUnapplied(deps, tx, attempt, outcome);
    if (isOver || isRefused) return attempt.state === 'refund_due';
    if (outcome.kind === 'paid') return applyPaid(deps, tx, order, attempt, outcome);
    if (!isLive(attempt.state)) return false;
    /* The attempt was judged cancelled before its redirect, but has been redirected meanwhile. */
    if (outcome.kind === 'cancelled' && judged?.state === 'started' && attempt.state === 'requires_action')
      return false;
    if (outcome.kind === 'unknown') {
      if (outcome.data) await setAttempt(tx, attempt.id, { data: outcome.data });
      return false;
    }
    const provider_id = outcome.providerId ?? attempt.provider_id;
    const reason = outcome.kind === 'declined' ? outcome.reason : null;
    const state = outcome.kind === 'redirect' ? 'requires_action' : outcome.kind;
    const lookedUpAt = judged?.looked_up_at ?? null;
    await setAttempt(tx, attempt.id, { state, provider_id, reason, data: outcome.data, lookedUpAt });
    if (order.status === 'checking') await setStatus(tx, order, 'open');
    return false;
  });
  if (outcome.kind === 'paid') pass('paid_committed');
  if (refundDue) await payRefund(deps, attemptId);
};
