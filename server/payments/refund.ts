import { sql } from 'kysely';
import { isFirstTime } from '#server/db/effects.ts';
import { inTransaction, type Tx } from '#server/db/open.ts';
import { paymentsWithOrders } from '#server/db/scoped.ts';
import { lockOrder } from '#server/orders/holds/holds.ts';
import type { PaymentDeps } from '#server/payments/deps.ts';
import { pass } from '#server/shared/failpoints.ts';
import { OperatorProblem } from '#server/shared/operator-problem.ts';
import { putMail } from '#server/shared/outbox/outbox.ts';
import { Problem } from '#server/shared/problem.ts';
import type { RequestContext } from '#server/shared/visitor.ts';
import { writeAct } from '#server/tickets/acts.ts';
import {
  endTickets,
  isLiving,
  isUsed,
  lockNamed,
  lockTickets,
  type Named,
  notifyBuyer,
  notifyHolders,
  peopleOf,
  readChoice,
  type VenueContext,
} from '#server/tickets/end-tickets.ts';
import { oweParts, paymentsOf, sumOf } from '#server/tickets/paid-parts.ts';
import { lockTicket, type TicketDetails } from '#server/tickets/ticket-details.ts';
import { lessFee, yenDigits } from '#src/domain/money.ts';
import type { Method } from '#src/domain/payment.ts';
import { noAlarm, raiseAlarm } from './alarms.ts';
import { payPart } from './part-refund.ts';
import type { Attempt, Refused } from './providers/adapter.ts';
import { chooseItems, endItems, type Items } from './refund-items.ts';

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
      .returning(['parts_refunded', sql<number>`amount - parts_refunded`.as('left')])
      .executeTakeFirst();
    const about = { base: attempt.return_base, payment_id: attempt.id };
    if (done?.parts_refunded === 0) await putMail(tx, 'refunded', order, about);
    else if (done) await putMail(tx, 'part_refunded', order, { ...about, amount: done.left });
  });
  pass('refund_committed');
  deps.log('warn', 'payment_refunded', { order: attempt.order_id });
};

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

/** Throws OperatorProblem unless the number is the buyer's and, without `force`, nobody has entered with the order. */
const checkRefundable = ({ order, all, isWhole }: Named, force: boolean): void => {
  if (!isWhole) throw new OperatorProblem('part', { number: order.reservation_number ?? '' });
  const used = all.find(isUsed);
  if (used && !force && order.status === 'paid') throw new OperatorProblem('entered', { number: used.number });
};

/**
 * A refund that an operator asks for: an `amount` while the tickets stay, some people and set products (`items`), or the whole order,
 * less a `fee`. `request`: an id that is the same when it is repeated.
 */
export type Wish = {
  force: boolean;
  amount?: number | undefined;
  fee?: number | undefined;
  items: Items | null;
  request: string;
};

/** Payments of which a part can go back. */
export const divisibleOf = <P extends { method: Method }>(
  { payments }: Pick<PaymentDeps, 'payments'>,
  paid: readonly P[],
) => paid.filter(({ method }) => payments[method]?.refundPart);

/** Marks a part as due. Throws OperatorProblem: whole_only, more_than_left. */
const markPartDue = async (
  deps: Pick<PaymentDeps, 'payments'>,
  tx: Tx,
  paid: Awaited<ReturnType<ReturnType<typeof paymentsOf>['execute']>>,
  { amount, fee, request, number }: Pick<Wish, 'amount' | 'fee' | 'request'> & { number: string },
  ticket: string | null,
): Promise<void> => {
  const divisible = divisibleOf(deps, paid);
  if (divisible.length === 0) throw new OperatorProblem('whole_only', { number, method: paid[0]?.method ?? '' });
  const left = sumOf(divisible);
  const wanted = lessFee(amount ?? sumOf(paid), fee ?? 0);
  if (wanted < 1 || wanted > left) throw new OperatorProblem('more_than_left', { number, left: yenDigits(left) });
  await oweParts(tx, divisible, { amount: wanted, request, ticket_id: ticket });
};

/** Whether a ticket was sent to somebody, who is mailed that it ended; the buyer is mailed with the refund (`payRefund`, `payPart`). */
const isSent = ({ email }: TicketDetails): boolean => email !== null;

/**
 * Marks payments, or parts of them, as due back, in one transaction; returns their ids. Unless only a part goes back, the order ends
 * with its tickets. A cancelled order can still be refunded. Throws OperatorProblem: unknown, part, entered, nothing_paid, refunded,
 * whole_only, more_than_left, no_such_item, too_many_items.
 */
const markRefundDue = (deps: PaymentDeps, { base, site, actor }: VenueContext, typed: string, wish: Wish) =>
  inTransaction(deps.db, async (tx) => {
    const locked = await lockNamed(tx, typed, site);
    const { order, all } = locked;
    const number = order.reservation_number ?? '';
    const { amount, fee, items, request } = wish;
    const payments = await paymentsOf(tx, order.id).execute();
    const dueBefore = payments.filter(({ state }) => state === 'refund_due');
    const repeated = { order: order.id, number, due: dueBefore, chosen: null };
    /* A repeated refund of everything is known by the payments, any other one only by its request. */
    const isOfEverything = amount === undefined && fee === undefined && items === null;
    if (!isOfEverything && !(await isFirstTime(tx, request))) {
      const isEnd = order.status === 'refunded';
      return { ...repeated, due: isEnd ? dueBefore : [], isEnd };
    }
    checkRefundable(locked, wish.force || amount !== undefined || items !== null);
    const paid = payments.filter(({ state }) => state === 'paid');
    if (paid.length === 0) {
      if (dueBefore.length > 0 && isOfEverything) return { ...repeated, isEnd: true };
      throw new OperatorProblem('refunded', { number });
    }
    const due = paid.filter((payment) => payment.amount > 0);
    if (due.length === 0) throw new OperatorProblem('nothing_paid', { number });
    const chosen = items && (await chooseItems(tx, locked, items));
    const isEnd = amount === undefined && (chosen === null || chosen.isAll);
    const isPart = !isEnd || fee !== undefined;
    const ending = order.status === 'paid' && isEnd ? all.filter(isLiving) : [];
    if (order.status === 'paid' && isEnd) await endTickets(tx, locked, ending, 'refunded');
    else if (isEnd) await tx.updateTable('orders').set({ status: 'refunded' }).where('id', '=', order.id).execute();
    const ticket = chosen && !isEnd ? await endItems(tx, deps.tokens, locked, chosen, request) : null;
    const value = isEnd ? undefined : (amount ?? chosen?.value);
    /* Nothing was paid for people who are free. */
    if (isPart && (value !== 0 || fee !== undefined))
      await markPartDue(deps, tx, due, { amount: value, fee, request, number }, ticket);
    else if (!isPart) await oweRefund(tx, due);
    const buyers = all.find(({ isBuyers }) => isBuyers);
    const people = isEnd ? peopleOf(all) : (chosen?.people.length ?? 0);
    if (buyers) await writeAct(tx, 'refunded', buyers, actor, people);
    await notifyHolders(tx, order, ending.filter(isSent), base);
    return { order: order.id, number, due: isPart ? [] : due, chosen: isEnd ? null : chosen, isEnd };
  });

const payWhole = async (deps: PaymentDeps, due: readonly { id: string; amount: number }[]) => {
  const ids = due.map(({ id }) => id);
  for (const id of ids) await payRefund(deps, id, true);
  const after = deps.db.selectFrom('payments').select(['state', 'alarm', 'alarm_code']).where('id', 'in', ids);
  const rows = await after.execute();
  const refusal = rows.find(({ alarm }) => alarm === 'refund_refused')?.alarm_code ?? null;
  return { amount: sumOf(due), isDone: rows.every(({ state }) => state === 'refunded'), refusal };
};

/** Pays the parts of a request back, those that are still due. */
export const payParts = async (deps: PaymentDeps, request: string) => {
  const ofRequest = deps.db.selectFrom('part_refunds').where('request', '=', request);
  const parts = ofRequest.select(['id', 'amount', 'state', 'code']);
  for (const { id } of await parts.where('state', '=', 'due').execute()) await payPart(deps, id);
  const rows = await parts.execute();
  const refusal = rows.find(({ state }) => state === 'refused')?.code ?? null;
  return { amount: sumOf(rows), isDone: rows.every(({ state }) => state === 'done'), refusal };
};

/**
 * Refunds an order with its changes of date by the providers that were paid: whole, or less a fee, and then ends it with all its
 * tickets (`force`: even when people have entered; their seats stay sold); some of its people and set products, while the others stay;
 * or an amount of it while all stay. Returns the refund in yen, and what is left of the payments; null where all tickets ended. `isDone`:
 * the provider has confirmed it; otherwise the sweep repeats it until it does, or it is refused for good, by the provider's code
 * (`refusal`). `ended`: while the others stay. Throws as `markRefundDue`.
 */
export const refundOrder = async (deps: PaymentDeps, venue: VenueContext, typed: string, wish: Wish) => {
  const { order, number, due, chosen, isEnd } = await markRefundDue(deps, venue, typed, wish);
  pass('refund_owed');
  const done = due.length > 0 ? await payWhole(deps, due) : await payParts(deps, wish.request);
  const paid = await paymentsOf(deps.db, order).where('state', '=', 'paid').execute();
  const sets = (chosen?.sets ?? []).reduce((sum, { count }) => sum + count, 0);
  const ended = { people: chosen?.people.length ?? 0, sets };
  return { number, ...done, left: isEnd ? null : sumOf(paid), ended };
};
export type Refunded = Awaited<ReturnType<typeof refundOrder>>;

/**
 * Pays the whole order of a visit that the venue moved back, at the buyer's request while the choice is open, and ends it as a refund
 * by the venue does. Returns the yen. Throws token_not_found, cannot_change_ticket.
 */
export const refundMoved = async (
  deps: PaymentDeps,
  { site, base, effectId }: RequestContext,
  token: string,
): Promise<number> => {
  const due = await inTransaction(deps.db, async (tx) => {
    const ticket = await lockTicket(tx, site, token);
    const payments = await paymentsOf(tx, ticket.order_id).execute();
    if (!(await isFirstTime(tx, effectId))) return payments.filter(({ state }) => state !== 'paid');
    const choice = await readChoice(tx, ticket);
    if (!choice || choice.bar !== null || choice.amount === 0)
      throw new Problem('cannot_change_ticket', { detail: choice?.bar ?? 'no_choice' });
    const locked = await lockTickets(tx, ticket.order_id);
    const ending = locked.all.filter(isLiving);
    const paid = payments.filter(({ state, amount }) => state === 'paid' && amount > 0);
    await endTickets(tx, locked, ending, 'refunded');
    await oweRefund(tx, paid);
    await writeAct(tx, 'refunded', ticket, { by: 'buyer', gate: '' }, peopleOf(ending));
    await notifyHolders(tx, locked.order, ending.filter(isSent), base);
    return paid;
  });
  pass('refund_owed');
  for (const { id } of due) await payRefund(deps, id);
  return sumOf(due);
};
