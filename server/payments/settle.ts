import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '#server/db/open.ts';
import { isLive, laneOf, paymentsWithOrders } from '#server/db/scoped.ts';
import type { OrderRow } from '#server/db/types.ts';
import { countAgain } from '#server/orders/holds/coupon-uses.ts';
import { endOrder, expireHolds, isHolding, lockOrder, lockOrderOfPayment } from '#server/orders/holds/holds.ts';
import { freeStock, lockSlots, takeStock } from '#server/orders/holds/stock.ts';
import type { PaymentDeps } from '#server/payments/deps.ts';
import type { Attempt, Outcome, Paid, ProviderData } from '#server/payments/providers/adapter.ts';
import { pass } from '#server/shared/failpoints.ts';
import { findMoved, finishChange } from '#server/tickets/change-order.ts';
import type { TicketDetails } from '#server/tickets/ticket-details.ts';
import { isExact, judgePaid, type PaidAttempt, readPaid, writePaid } from './paid.ts';
import { payRefund } from './refund.ts';
import { isTakenId, storeUnapplied } from './unapplied.ts';

type Unpaid = Exclude<Outcome, Paid>;

type AttemptChange = Partial<Pick<Attempt, 'state' | 'provider_id' | 'reason'>> & {
  data?: ProviderData | undefined;
  /** Beginning of the look-up that found it: if a later one has begun or is wanted, the visitor may have paid since. */
  lookedUpAt?: Date | null;
};

const setAttempt = async (tx: Db | Tx, id: string, { data, lookedUpAt = null, ...set }: AttemptChange) => {
  const isWaiting = set.state === 'requires_action';
  const isOver = set.state !== undefined && !isWaiting;
  await tx
    .updateTable('payments')
    .set({
      ...set,
      ...(isOver && { token: null, asked_at: sql`now()` }),
      ...(isWaiting && {
        awaits_visitor: sql<boolean>`looked_up_at is not distinct from ${lookedUpAt}::timestamptz
          and (look_wanted_at > looked_up_at) is not true`,
      }),
      ...(data && { data: sql`coalesce(data, '{}'::jsonb) || ${JSON.stringify(data)}::jsonb` }),
    })
    .where('id', '=', id)
    .execute();
};

/** Adds provider data to an attempt before its outcome is known. */
export const saveData = (deps: PaymentDeps, id: string, data: ProviderData): Promise<void> =>
  setAttempt(deps.db, id, { data });

export const readAttempt = (db: Db | Tx, id: string): Promise<Attempt> =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const setStatus = async (tx: Tx, order: OrderRow, status: OrderRow['status']) => {
  await tx.updateTable('orders').set({ status }).where('id', '=', order.id).execute();
};

/** Holds the seats of an ended order again that was paid late at its total. Returns whether all of them are still available. */
const holdAgain = async (tx: Tx, order: OrderRow): Promise<boolean> => {
  if (!(await takeStock(tx, order))) return false;
  if (await countAgain(tx, order.id)) {
    await setStatus(tx, order, 'open');
    return true;
  }
  await freeStock(tx, order);
  return false;
};

/** Stores that the money of a payment must be refunded, and ends its order if that is over, or opens it for another payment. */
const owe = async (deps: PaymentDeps, tx: Tx, order: OrderRow, row: PaidAttempt, paid: Paid, isOver: boolean) => {
  if (!isExact(row, paid)) deps.log('error', 'payment_amount_differs', { order: order.id, amount: paid.amount });
  deps.log('warn', 'payment_to_refund', { order: order.id, status: order.status });
  const provider_id = paid.providerId ?? row.provider_id;
  await setAttempt(tx, row.id, { state: 'refund_due', provider_id, data: paid.data });
  const isEnded = isOver && isHolding(order.status);
  if (isEnded) await endOrder(tx, order, 'expired');
  if (isEnded || order.status === 'expired') await setStatus(tx, order, 'refunded');
  else if (order.status === 'checking') await setStatus(tx, order, 'open');
};

/** Settles the payment of an order under its lock; one that changes a date moves its `ticket`. */
const finish = async (
  deps: PaymentDeps,
  tx: Tx,
  order: OrderRow,
  paid: Paid,
  { row, ticket }: { row: PaidAttempt; ticket: TicketDetails | null },
): Promise<void> => {
  if (ticket) await lockSlots(tx, [order, ticket]);
  /* Under the order's lock only the reservation number can be taken. */
  for (let tries = 1; !(await writePaid(tx, deps.tokens, row, paid)); tries += 1)
    if (tries === 10) throw new Error('No reservation number is free.');
  if (ticket) await finishChange(deps, tx, order, ticket, row.return_base);
};

/** Applies a payment under its order's lock. Returns whether the money must be refunded. */
const applyLocked = async (deps: PaymentDeps, tx: Tx, { id: attemptId, change_of }: PaidAttempt, paid: Paid) => {
  /* The order of the ticket first, as a change of date is placed. */
  if (change_of !== null) await lockOrder(tx, change_of);
  const order = await lockOrderOfPayment(tx, attemptId);
  const row = await readPaid(tx, attemptId, paid);
  /* Undefined: the ticket may not move any more, so the money goes back. */
  const ticket = change_of === null ? null : await findMoved(tx, order);
  const verdict = judgePaid(row, paid);
  if (verdict === 'unapplied') {
    deps.log('error', 'provider_id_reused', { order: order.id });
    await storeUnapplied(deps, tx, await readAttempt(tx, attemptId), paid);
  }
  if (verdict === 'known' || verdict === 'unapplied') return row.state === 'refund_due';
  if (verdict === 'sale' && ticket !== undefined) {
    await finish(deps, tx, order, paid, { row, ticket });
    return false;
  }
  if (verdict === 'late' && ticket !== undefined && (await holdAgain(tx, order))) {
    await finish(deps, tx, order, paid, { row: await readPaid(tx, attemptId, paid), ticket });
    return false;
  }
  await owe(deps, tx, order, row, paid, row.is_late || ticket === undefined);
  return true;
};

/** Ends holds that are over and may have what an ended order that was paid late needs: they are ended first, as for a new order. */
const makeRoom = async ({ db }: PaymentDeps, attemptId: string): Promise<void> => {
  const ended = await paymentsWithOrders(db)
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
const isTaken = async (tx: Tx, { id }: Attempt, outcome: Unpaid): Promise<boolean> => {
  const providerId = 'providerId' in outcome ? outcome.providerId : null;
  if (providerId === null) return false;
  const read = tx.selectFrom('payments').select(isTakenId(providerId).as('is_taken'));
  return (await read.where('id', '=', id).executeTakeFirstOrThrow()).is_taken;
};

/**
 * Applies a payment, with one reading and one writing statement where the order holds its seats, else under its lock. Returns whether
 * the money must be refunded.
 */
const applyPaid = async (deps: PaymentDeps, attemptId: string, paid: Paid): Promise<boolean> => {
  const row = await readPaid(deps.db, attemptId, paid);
  const verdict = judgePaid(row, paid);
  if (verdict === 'known') return row.state === 'refund_due';
  const isSold =
    verdict === 'sale' &&
    row.change_of === null &&
    (await deps.lanes.run(laneOf(row), () => writePaid(deps.db, deps.tokens, row, paid)));
  if (isSold) return false;
  await makeRoom(deps, attemptId);
  return inTransaction(deps.db, (tx) => applyLocked(deps, tx, row, paid));
};

/** Applies an outcome that is not a payment, to an attempt that may still become one. */
const applyUnpaid = (deps: PaymentDeps, attemptId: string, outcome: Unpaid, judged?: Attempt): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const order = await lockOrderOfPayment(tx, attemptId);
    const attempt = await readAttempt(tx, attemptId);
    if (!isLive(attempt.state)) return attempt.state === 'refund_due';
    if (await isTaken(tx, attempt, outcome)) {
      deps.log('error', 'provider_id_reused', { order: attempt.order_id });
      return false;
    }
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
  const isPaid = outcome.kind === 'paid';
  const isOwed = await (isPaid ? applyPaid(deps, attemptId, outcome) : applyUnpaid(deps, attemptId, outcome, judged));
  if (isPaid) pass('paid_committed');
  if (isOwed) await payRefund(deps, attemptId);
};
