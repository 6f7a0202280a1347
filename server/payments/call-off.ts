import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '#server/db/open.ts';
import { isSlot, orderNumber, paymentsWithOrders, type Slot } from '#server/db/scoped.ts';
import { endOrder, expireHolds, holding, lockOrder } from '#server/orders/holds/holds.ts';
import { lockSlots, moveStock } from '#server/orders/holds/stock.ts';
import type { PaymentDeps } from '#server/payments/deps.ts';
import { pass } from '#server/shared/failpoints.ts';
import { OperatorProblem } from '#server/shared/operator-problem.ts';
import { invalid } from '#server/shared/problem.ts';
import { type Actor, writeAct } from '#server/tickets/acts.ts';
import {
  endTickets,
  isLiving,
  isUsed,
  lockTickets,
  type Named,
  notifyHolders,
  peopleOf,
} from '#server/tickets/end-tickets.ts';
import { oweParts, paymentsOf, sumOf } from '#server/tickets/paid-parts.ts';
import type { TicketDetails } from '#server/tickets/ticket-details.ts';
import { lessFee } from '#src/domain/money.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { divisibleOf, oweRefund, payParts, payRefund } from './refund.ts';

/** Slots to call off: those of all given facts that are not over. */
export type Which = { slot?: string | undefined; day?: string | undefined; product?: string | undefined };

/** `to`: the slot that tickets move to; null: they are cancelled, and with `refund` their money goes back. */
export type CallOff = Actor & {
  site: SiteCode;
  base: string;
  which: Which;
  to: string | null;
  refund: boolean;
  /** Yen of each refunded order that the venue keeps. */
  fee: number;
  /** Until when holders of moved tickets may choose otherwise; null: no choice. */
  choiceUntil: Date | null;
  /** Also to a slot that begins earlier. */
  force: boolean;
};

/** Why a ticket stays as it was. */
export const whys = ['used', 'full', 'sets', 'other_product', 'elsewhere', 'whole_only'] as const;
type Why = (typeof whys)[number];
type Left = { number: string; people: number; why: Why };

/**
 * `amount`: yen that go back; `kept`: of these orders, as their fee; `refusals`: orders of them whose refund the provider refuses for
 * good; `holds`: unpaid orders that ended; `left`: tickets that stay as they were.
 */
export type CalledOff = Record<'slots' | 'holds' | 'orders' | 'people' | 'amount' | 'kept', number> & {
  refusals: string[];
  left: Left[];
};

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

type Target = Slot & { product_uuid: string };

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
    await lockSlots(tx, site, slots);
    const open = tx.updateTable('time_spans').where('site', '=', site).where('id', 'in', slots);
    await open.set({ withdrawn_at: sql<Date>`now()` }).where('withdrawn_at', 'is', null).execute();
  });

/** Ends unpaid orders as cancelled, so that money which still arrives goes back. Returns how many. */
const endHolds = async (db: Db, site: SiteCode, slots: readonly string[]): Promise<number> => {
  const held = db.selectFrom('orders').select('id').where('site', '=', site).where('time_span_id', 'in', slots);
  let ended = 0;
  for (const { id } of await held.where('status', 'in', holding).execute())
    ended += await inTransaction(db, async (tx) => {
      const order = await lockOrder(tx, id);
      if (!holding.some((status) => status === order.status)) return 0;
      await endOrder(tx, order, 'cancelled');
      return 1;
    });
  return ended;
};

/** `due`: payments of which `amount` goes back in all; `request`: of parts of them, null: they go back as a whole. */
type Done = { people: number; amount: number; kept: number; due: string[]; request: string | null; left: Left[] };
const nothing: Done = { people: 0, amount: 0, kept: 0, due: [], request: null, left: [] };

const leftOf = (tickets: readonly TicketDetails[], why: Why): Left[] =>
  tickets.map(({ number, people }) => ({ number, people: people.length, why }));

/** Moves the tickets of an order, all or none. They keep their links and codes. */
const move = async (
  tx: Tx,
  run: CallOff,
  { order, all }: Pick<Named, 'order' | 'all'>,
  here: readonly TicketDetails[],
  to: Target,
): Promise<Done> => {
  const none = (why: Why): Done => ({ ...nothing, left: leftOf(here, why) });
  if (here.some(({ product_uuid }) => product_uuid !== to.product_uuid)) return none('other_product');
  /* Set products are the buyer's; a buyer who has sent everybody away has an empty ticket. */
  const slots = here.map(({ time_span_id }) => time_span_id);
  const buyers = all.find(({ isBuyers, time_span_id }) => isBuyers && slots.includes(time_span_id));
  const withSets = buyers && !isUsed(buyers) ? buyers : null;
  const missing = await moveStock(tx, here, to, withSets);
  if (missing !== null) return none(missing === 'sets' ? 'sets' : 'full');
  const moved = [...new Set([...here, ...(withSets ? [withSets] : [])])];
  for (const { id } of moved)
    await tx
      .updateTable('tickets')
      .set({ time_span_id: to.time_span_id, changes: sql`changes + 1` })
      /* A choice that was given once stays. */
      .$if(run.choiceUntil !== null, (query) => query.set({ choice_until: run.choiceUntil }))
      .where('id', '=', id)
      .execute();
  for (const ticket of here) await writeAct(tx, 'moved', ticket, run, ticket.people.length);
  await notifyHolders(tx, order, here, run.base, 'visit_moved');
  return { ...nothing, people: peopleOf(here) };
};

/**
 * Cancels the tickets of an order. Its money goes back at once, so with `refund` an order of which others stay is left as it is, and
 * with a `fee` one whose payment has no parts.
 */
const cancel = async (
  deps: PaymentDeps,
  tx: Tx,
  run: CallOff,
  found: Pick<Named, 'order' | 'all'>,
  here: readonly TicketDetails[],
): Promise<Done> => {
  const { order, all } = found;
  const stays = all.find((ticket) => !here.includes(ticket) && (isUsed(ticket) || isLiving(ticket)));
  const payments = run.refund ? await paymentsOf({ db: tx }, order.id).execute() : [];
  const due = payments.filter(({ state, amount }) => state === 'paid' && amount > 0);
  if (due.length > 0 && stays) return { ...nothing, left: leftOf(here, isUsed(stays) ? 'used' : 'elsewhere') };
  const amount = lessFee(sumOf(due), run.fee);
  const divisible = divisibleOf(deps, due);
  if (run.fee > 0 && amount > sumOf(divisible)) return { ...nothing, left: leftOf(here, 'whole_only') };
  await endTickets(tx, found, here, stays ? null : amount > 0 ? 'refunded' : 'cancelled');
  const request = run.fee > 0 ? `call-off ${order.id}` : null;
  if (request !== null) await oweParts(tx, divisible, amount, request);
  else if (amount > 0) await oweRefund(tx, due);
  for (const ticket of here) await writeAct(tx, 'cancelled', ticket, run, ticket.people.length);
  await notifyHolders(tx, order, here, run.base);
  const money = { amount, kept: sumOf(due) - amount, due: due.map(({ id }) => id), request };
  return { ...money, people: peopleOf(here), left: [] };
};

/** Calls off the tickets of an order, in one transaction. Nothing is done twice, since tickets that were moved or ended are no longer there. */
const callOffOrder = (deps: PaymentDeps, run: CallOff, id: string, slots: ReadonlySet<string>, to: Target | null) =>
  inTransaction(deps.db, async (tx): Promise<Done> => {
    const found = await lockTickets(tx, id);
    const at = found.order.status === 'paid' ? found.all.filter(({ time_span_id }) => slots.has(time_span_id)) : [];
    const [here, used] = [at.filter(isLiving), leftOf(at.filter(isUsed), 'used')];
    if (here.length === 0) return { ...nothing, left: used };
    const done = to ? await move(tx, run, found, here, to) : await cancel(deps, tx, run, found, here);
    if (to) pass('date_written');
    return { ...done, left: [...done.left, ...used] };
  });

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
 * sooner, slot_of_other.
 */
export const callOff = async (deps: PaymentDeps, run: CallOff): Promise<CalledOff> => {
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
