import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '#server/db/open.ts';
import type { OrderRow } from '#server/db/types.ts';
import { endOrder, isHolding, lockOrder } from '#server/orders/holds/holds.ts';
import { suppress } from '#server/orders/magazines.ts';
import { OperatorProblem } from '#server/shared/operator-problem.ts';
import type { TokenService } from '#server/shared/tokens/tokens.ts';
import { endTickets, isLiving, isUsed, lockTickets } from '#server/tickets/end-tickets.ts';
import { readTickets, type TicketDetails } from '#server/tickets/ticket-details.ts';
import { anonymiseBuyers, anonymiseOrders, anonymiseTickets } from './anonymise.ts';
import { type Found, findPerson, isEmpty, isOneOf, type Subject, subjectKey } from './person.ts';
import { hasOpenPayment, recordsFrom } from './policy.ts';

const refundsOf = (tx: Tx, orders: readonly string[]) =>
  tx
    .selectFrom('payments')
    .select(sql<number>`amount - parts_refunded`.as('amount'))
    .where(isOneOf('order_id', orders))
    .where('state', '=', 'refund_due')
    .unionAll(({ selectFrom }) =>
      selectFrom('part_refunds')
        .innerJoin('payments', 'payments.id', 'payment_id')
        .select('part_refunds.amount')
        .where(isOneOf('order_id', orders))
        .where('part_refunds.state', '=', 'due'),
    )
    .execute();

/**
 * Finds the person's rows again under the locks, since tickets can be transferred. Orders that were added meanwhile are not
 * locked and left alone.
 */
const lockedOf = async (tx: Tx, subject: Subject, first: Found, touched: readonly string[]): Promise<Found> => {
  if (touched.length === 0) return first;
  const { orders, tickets } = await findPerson(tx, subject);
  const own = tx.selectFrom('tickets').select('id').where(isOneOf('id', tickets)).where('order_id', 'in', touched);
  const ids = (await own.execute()).map(({ id }) => id);
  return { ...first, orders: orders.filter((id) => touched.includes(id)), tickets: ids };
};

/** Locks the orders of a person sorted by id, to avoid deadlocks. Throws OperatorProblem: paying, visiting. */
const planOf = async (tx: Tx, subject: Subject) => {
  const first = await findPerson(tx, subject);
  const others = tx.selectFrom('tickets').select('order_id').where(isOneOf('id', first.tickets));
  const touched = [...new Set([...first.orders, ...(await others.execute()).map(({ order_id }) => order_id)])].sort();
  const locked: OrderRow[] = [];
  for (const id of touched) locked.push(await lockOrder(tx, id));
  const found = await lockedOf(tx, subject, first, touched);
  const bought = locked.filter(({ id }) => found.orders.includes(id));
  const ids = bought.map(({ id }) => id);
  const open = tx.selectFrom('orders').select('id').where(isOneOf('id', ids)).where(hasOpenPayment);
  if (await open.executeTakeFirst()) throw new OperatorProblem('paying');
  const held = await readTickets(tx, found.tickets);
  const upcoming = held.filter(({ over, state }) => !over && (state === 'valid' || state === 'shared'));
  if (upcoming.some(({ isEntered }) => isEntered)) throw new OperatorProblem('visiting');
  const holding = bought.filter(({ status }) => isHolding(status));
  return { found, holding, upcoming, refunds: await refundsOf(tx, ids) };
};
type Plan = Awaited<ReturnType<typeof planOf>>;

const paidFor = (tickets: readonly TicketDetails[]): number =>
  tickets.flatMap(({ people }) => people).reduce((sum, { price }) => sum + price, 0);

/** Number of rows that an erasure affects, and its effects beyond data. */
const countsOf = ({ found, holding, upcoming, refunds }: Plan) => ({
  orders: found.orders.length,
  tickets: found.tickets.length,
  mails: found.mails.length,
  subscriptions: found.subscriptions.length,
  link_requests: found.link_requests.length,
  /** Orders that still hold seats and tickets for coming visits; both end. */
  cancelled_orders: holding.length,
  cancelled_tickets: upcoming.length,
  /** Price in yen of the tickets that end, before any coupon. The venue keeps the money. */
  kept_yen: paidFor(upcoming),
  /** Yen of pending refunds; those continue, without a mail. */
  refund_due_yen: refunds.reduce((sum, { amount }) => sum + amount, 0),
});
export type Erased = ReturnType<typeof countsOf>;

/** Cancels only the person's own tickets, as the operator's `cancel` does; tickets that were sent to others stay valid. */
const cancelUpcoming = async (tx: Tx, upcoming: readonly TicketDetails[]): Promise<void> => {
  for (const id of [...new Set(upcoming.map(({ order_id }) => order_id))].sort()) {
    const { order, all } = await lockTickets(tx, id);
    const ending = all.filter((ticket) => upcoming.some((one) => one.id === ticket.id));
    const stays = all.some((ticket) => !ending.includes(ticket) && (isLiving(ticket) || isUsed(ticket)));
    const endsOrder = order.status === 'paid' && !stays;
    await endTickets(tx, { order, all }, ending, endsOrder ? 'cancelled' : null);
  }
};

/** Orders of the person with tickets that others hold: those keep their own addresses until their retention period ends. */
const sharedOrders = async (tx: Tx, found: Found): Promise<Set<string>> => {
  const rows = await tx
    .selectFrom('tickets')
    .select('order_id')
    .where(isOneOf('order_id', found.orders))
    .where('email', '<>', '')
    .where(({ not }) => not(isOneOf('id', found.tickets)))
    .execute();
  return new Set(rows.map(({ order_id }) => order_id));
};

const eraseRows = async (tx: Tx, tokens: TokenService, { found }: Plan): Promise<void> => {
  const shared = await sharedOrders(tx, found);
  const whole = found.orders.filter((id) => !shared.has(id));
  await anonymiseTickets(tx, found.tickets);
  /* No days after the visit: the receipt cannot be opened any more. */
  await anonymiseOrders(tx, whole, recordsFrom(sql`0`));
  await anonymiseBuyers(tx, [...shared]);
  await tx.deleteFrom('outbox').where(isOneOf('id', found.mails)).execute();
  /* Notes that the person wrote to recipients of tickets, who have received them. */
  const received = isOneOf('parent_id', found.tickets);
  await tx.updateTable('tickets').set({ note: '' }).where(received).execute();
  await tx
    .updateTable('outbox')
    .set({ note: '' })
    .where('state', '<>', 'due')
    .where('ticket_id', 'in', ({ selectFrom }) => selectFrom('tickets').select('id').where(received))
    .execute();
  const rows = tx.selectFrom('mail_magazines').select(['id', 'site', 'email']);
  await suppress(tx, tokens, await rows.where(isOneOf('id', found.subscriptions)).execute());
  await tx.deleteFrom('link_requests').where(isOneOf('id', found.link_requests)).execute();
  await tx.deleteFrom('mail_links').where(isOneOf('id', found.mail_links)).execute();
};

/** Plans `erasePerson` without writing. Throws OperatorProblem: paying, visiting. */
export const planErasure = ({ db }: { db: Db }, subject: Subject): Promise<Erased> =>
  inTransaction(db, async (tx) => countsOf(await planOf(tx, subject)));

/**
 * Erases what is stored about a person, all or nothing; accounting records stay. `withCancel` also ends orders that hold seats
 * and tickets for coming visits, and lets pending refunds continue without a mail. `id` names the record of the erasure, which is
 * written if anything was found; a repeated one keeps its time (`before`). Throws OperatorProblem: paying, visiting, upcoming, refund_open.
 */
export const erasePerson = (
  { db, tokens }: { db: Db; tokens: TokenService },
  subject: Subject,
  { id, withCancel }: { id: string; withCancel: boolean },
): Promise<Erased> =>
  inTransaction(db, async (tx) => {
    const plan = await planOf(tx, subject);
    const counts = countsOf(plan);
    if (!withCancel && counts.refund_due_yen > 0) throw new OperatorProblem('refund_open');
    if (!withCancel && counts.cancelled_orders + counts.cancelled_tickets > 0) throw new OperatorProblem('upcoming');
    for (const order of plan.holding) await endOrder(tx, order, 'cancelled');
    await cancelUpcoming(tx, plan.upcoming);
    if (isEmpty(plan.found)) return counts;
    await eraseRows(tx, tokens, plan);
    const erased_at = subject.before ?? sql<Date>`now()`;
    await tx
      .insertInto('erasures')
      .values({ id, subject: subjectKey(tokens, subject.mail), site: subject.site, erased_at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return counts;
  });
