import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '#server/db/open.ts';
import { isSlot, orderNumber, paymentsWithOrders } from '#server/db/scoped.ts';
import { endOrder, expireHolds, holdingStates, isHolding, lockOrder } from '#server/orders/holds/holds.ts';
import { lockSlots } from '#server/orders/holds/stock.ts';
import type { PaymentDeps } from '#server/payments/deps.ts';
import { pass } from '#server/shared/failpoints.ts';
import { OperatorProblem } from '#server/shared/operator-problem.ts';
import { invalid } from '#server/shared/problem.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { type CallOff, callOffOrder, type Done, type Target } from './call-off-order.ts';
import { payParts, payRefund } from './refund.ts';

/** A period is not lost with its first day: it is meant only by its product or slot. */
const isOfDay = sql<boolean>`not exists (select from products where products.site = time_spans.site
  and products.uuid = time_spans.product_uuid and products.sale_type = 'period')`;

const slotsOf = (db: Db | Tx, { site, which, to }: CallOff) =>
  db
    .selectFrom('time_spans')
    .select(['id', 'product_uuid', 'reservation_from'])
    .where('site', '=', site)
    .where('reservation_to', '>', sql<Date>`now()`)
    .$if(which.slot !== undefined, (query) => query.where('id', '=', which.slot ?? ''))
    .$if(which.day !== undefined, (query) => query.where('day', '=', which.day ?? ''))
    .$if(which.product === undefined && which.slot === undefined, (query) => query.where(isOfDay))
    .$if(which.product !== undefined, (query) => query.where('product_uuid', '=', which.product ?? ''))
    .$if(to !== null, (query) => query.where('id', '<>', to ?? ''))
    .execute();

/** Throws OperatorProblem unless the slot that tickets move to is on sale, not over, and without `force` begins no earlier; invalid_input. */
const readTarget = async (db: Db, { site, to, force, choiceUntil }: CallOff, from: Date): Promise<Target | null> => {
  if (to === null) return null;
  const row = await db
    .selectFrom('time_spans')
    .select(['product_uuid', 'reservation_from'])
    .where(isSlot({ site, time_span_id: to }))
    .where('withdrawn_at', 'is', null)
    .where('reservation_to', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!row) throw new OperatorProblem('not_on_sale', { slot: to });
  if (!force && row.reservation_from < from) throw new OperatorProblem('sooner', { slot: to });
  if (choiceUntil !== null && choiceUntil > row.reservation_from)
    throw invalid('choice_until', 'Not after the new slot begins.');
  return { site, time_span_id: to, product_uuid: row.product_uuid };
};

/** Takes the slots off sale. Taking seats locks the slot, so none are taken afterwards, in any process. */
const stopSale = (db: Db, site: SiteCode, slots: readonly string[]): Promise<void> =>
  inTransaction(db, async (tx) => {
    const keys = slots.map((time_span_id) => ({ site, time_span_id }));
    await lockSlots(tx, keys);
    const open = tx.updateTable('time_spans').where('site', '=', site).where('id', 'in', slots);
    await open.set({ withdrawn_at: sql<Date>`now()` }).where('withdrawn_at', 'is', null).execute();
  });

/** Ends unpaid orders as cancelled, so that money which still arrives goes back. Returns how many. */
const endHolds = async (db: Db, site: SiteCode, slots: readonly string[]): Promise<number> => {
  const held = db.selectFrom('orders').select('id').where('site', '=', site).where('time_span_id', 'in', slots);
  let ended = 0;
  for (const { id } of await held.where('status', 'in', holdingStates).execute())
    ended += await inTransaction(db, async (tx) => {
      const order = await lockOrder(tx, id);
      if (!isHolding(order.status)) return 0;
      await endOrder(tx, order, 'cancelled');
      return 1;
    });
  return ended;
};

/** Pays refunds that are owed. Returns the numbers of orders whose provider refuses for good. */
const payBack = async (deps: PaymentDeps, done: readonly Done[]): Promise<string[]> => {
  const due = done.flatMap((one) => one.due);
  for (const { request } of done) if (request !== null) await payParts(deps, request);
  for (const id of due) await payRefund(deps, id);
  if (due.length === 0) return [];
  const refused = paymentsWithOrders(deps.db).select(orderNumber.as('number'));
  const rows = await refused
    .where('payments.id', 'in', due)
    .where('alarm', 'in', ['refund_refused', 'part_refused'])
    .execute();
  return [...new Set(rows.map(({ number }) => number ?? ''))];
};

/** Paid orders with tickets in the slots, the oldest first. */
const ordersAt = (db: Db, site: SiteCode, slots: readonly string[]) =>
  db
    .selectFrom('orders')
    .select('orders.id')
    .where('status', '=', 'paid')
    .where('orders.id', 'in', ({ selectFrom }) =>
      selectFrom('tickets').select('order_id').where('site', '=', site).where('time_span_id', 'in', slots),
    )
    .orderBy('created_at')
    .orderBy('orders.id')
    .execute();

/**
 * Calls slots off: ends their sale and their unpaid orders, and then moves or cancels the tickets, an order at a time, with a mail to
 * each holder. Repeated, after a crash or beside another run, it does what is still to do. Throws OperatorProblem: not_on_sale,
 * sooner, slot_of_other. `amount`: yen that go back; `kept`: of these orders, as their fee; `refusals`: orders of them whose refund the
 * provider refuses for good; `holds`: unpaid orders that ended; `left`: tickets that stay as they were.
 */
export const callOff = async (deps: PaymentDeps, run: CallOff) => {
  const { db } = deps;
  const rows = await slotsOf(db, run);
  if (rows.length === 0)
    throw new OperatorProblem('not_on_sale', { slot: Object.values(run.which).filter(Boolean).join(', ') });
  const latest = Math.max(...rows.map(({ reservation_from }) => Number(reservation_from)));
  const to = await readTarget(db, run, new Date(latest));
  if (to && rows.every(({ product_uuid }) => product_uuid !== to.product_uuid))
    throw new OperatorProblem('slot_of_other', { slot: to.time_span_id });
  const slots = rows.map(({ id }) => id).sort();
  await stopSale(db, run.site, slots);
  /* Holds that are over may still have the seats there, as for a change of date. */
  if (to) await expireHolds(db, { slot: to });
  const holds = await endHolds(db, run.site, slots);
  const all: Done[] = [];
  for (const { id } of await ordersAt(db, run.site, slots)) {
    all.push(await callOffOrder(deps, run, id, new Set(slots), to));
    pass(to ? 'date_committed' : 'refund_owed');
  }
  const sum = (name: 'people' | 'amount' | 'kept') => all.reduce((before, one) => before + one[name], 0);
  const sums = { people: sum('people'), amount: sum('amount'), kept: sum('kept') };
  const orders = all.filter(({ people }) => people > 0).length;
  const left = all.flatMap((one) => one.left);
  return { slots: slots.length, holds, orders, ...sums, left, refusals: await payBack(deps, all) };
};
export type CalledOff = Awaited<ReturnType<typeof callOff>>;
