import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '#server/db/open.ts';
import { hasDuePart } from '#server/db/scoped.ts';
import type { OrderRow } from '#server/db/types.ts';
import { lockOrder } from '#server/orders/holds/holds.ts';
import type { PaymentDeps } from '#server/payments/deps.ts';
import { pass } from '#server/shared/failpoints.ts';
import { putMail } from '#server/shared/outbox/outbox.ts';
import { notifyBuyer } from '#server/tickets/end-tickets.ts';
import { noAlarm, raiseAlarm } from './alarms.ts';
import type { Attempt, Refused } from './providers/adapter.ts';

/** A part with its payment. `main`: the order, also where a change of its date was paid. */
const readPart = (db: Db, id: string) =>
  db
    .selectFrom('part_refunds')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .selectAll('payments')
    .select(['orders.site', 'part_refunds.amount as part', 'part_refunds.ticket_id'])
    .select(sql<string>`coalesce(change_of, orders.id)`.as('main'))
    .where('part_refunds.id', '=', id)
    .where('part_refunds.state', '=', 'due')
    .executeTakeFirst();

type Part = NonNullable<Awaited<ReturnType<typeof readPart>>>;

const endPart = async (tx: Tx, id: string, end: { state: 'done' } | { state: 'refused'; code: string }) => {
  const due = tx.updateTable('part_refunds').set(end).where('id', '=', id).where('state', '=', 'due');
  return (await due.executeTakeFirst()).numUpdatedRows === 1n;
};

/** Of a part that has gone back: a line in the ledger, and a mail. */
const writeDone = async (
  tx: Tx,
  order: OrderRow,
  { id: part_id, payment_id, amount }: { id: string; payment_id: string; amount: number },
  { site, ...about }: Pick<Part, 'site' | 'ticket_id'> & { base: string },
): Promise<void> => {
  await tx.insertInto('ledger').values({ payment_id, site, kind: 'refund', amount: -amount, part_id }).execute();
  await putMail(tx, 'part_refunded', order, { ...about, payment_id, amount });
};

const finishPart = (deps: PaymentDeps, id: string, { id: payment_id, part: amount, site, ticket_id, ...row }: Part) =>
  inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, row.main);
    if (!(await endPart(tx, id, { state: 'done' }))) return;
    const paid = tx.updateTable('payments').where('id', '=', payment_id).where('state', '=', 'paid');
    await paid.set({ asked_at: sql`now()`, ...noAlarm }).execute();
    await writeDone(tx, order, { id, payment_id, amount }, { site, base: row.return_base, ticket_id });
  });

/** The provider refuses the part: its amount is no longer due, and an alarm is raised. Returns false if it has gone back meanwhile. */
const giveUpPart = (deps: PaymentDeps, id: string, { refused: code }: Refused, row: Part): Promise<boolean> =>
  inTransaction(deps.db, async (tx) => {
    const order = await lockOrder(tx, row.main);
    const payment = tx.selectFrom('payments').select('state').where('id', '=', row.id).forUpdate();
    /* The whole refund took all that the provider still held. */
    if ((await payment.executeTakeFirstOrThrow()).state === 'refunded') return false;
    if (!(await endPart(tx, id, { state: 'refused', code }))) return true;
    const free = { parts_refunded: sql<number>`parts_refunded - ${row.part}`, asked_at: sql<Date>`now()` };
    await tx.updateTable('payments').set(free).where('id', '=', row.id).execute();
    await raiseAlarm(tx, deps.log, { id: row.id, state: 'paid' }, { kind: 'part_refused', code });
    if (order.status === 'refunded') await notifyBuyer(tx, order, row.return_base);
    else if (row.ticket_id !== null) await notifyBuyer(tx, order, row.return_base, row.ticket_id);
    return true;
  });

/** Pays a due part of a payment back; the sweep repeats it when the provider did not reply. */
export const payPart = async (deps: PaymentDeps, id: string): Promise<void> => {
  const row = await readPart(deps.db, id);
  const refundPart = row && deps.payments[row.method]?.refundPart;
  if (!row || !refundPart) return;
  const answer = await deps.admissionQueue.outside(() => refundPart(row, { id, amount: row.part }, row.site));
  if (answer === false) return;
  if (answer !== true && (await giveUpPart(deps, id, answer, row))) return;
  pass('refund_confirmed');
  await finishPart(deps, id, row);
  pass('refund_committed');
  deps.log('warn', 'payment_refunded', { order: row.order_id });
};

/**
 * Writes a part down that a person has given back at the provider, unless the payment has changed since its ledger was compared.
 * The tickets stay, and the buyer gets a mail, as for other parts.
 */
export const writeOutsideRefund = (deps: PaymentDeps, row: Attempt, amount: number): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const paid = tx.selectFrom('orders').select(['site', sql<string>`coalesce(change_of, id)`.as('main')]);
    const { site, main } = await paid.where('id', '=', row.order_id).executeTakeFirstOrThrow();
    const order = await lockOrder(tx, main);
    const { numUpdatedRows } = await tx
      .updateTable('payments')
      .set({ parts_refunded: row.parts_refunded + amount, asked_at: sql`now()`, ...noAlarm })
      .where('id', '=', row.id)
      .where('state', '=', 'paid')
      .where('parts_refunded', '=', row.parts_refunded)
      .where(({ not }) => not(hasDuePart))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const part = { id: crypto.randomUUID(), payment_id: row.id, amount };
    await tx
      .insertInto('part_refunds')
      .values({ ...part, request: part.id, state: 'done' })
      .execute();
    await writeDone(tx, order, part, { site, base: row.return_base, ticket_id: null });
    deps.log('warn', 'payment_refunded', { order: row.order_id });
  });
