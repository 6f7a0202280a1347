import { sql } from 'kysely';
import type { Tx } from '#server/db/open.ts';
import { isSlot, type Slot, setOf } from '#server/db/scoped.ts';
import { callFunction } from '#server/db/statement.ts';
import type { OrderRow } from '#server/db/types.ts';

export type SetCount = { set_uuid: string; count: number };

/** Numbers that are added to the held and sold ones of a slot. */
type Change = { held?: number; sold?: number };

/**
 * Moves free set products of a slot to held, all or nothing; taking the seats has locked the slot. Returns the id of the first that
 * is out of stock, or null.
 */
const takeSets = async (tx: Tx, { site, time_span_id }: Slot, sets: readonly SetCount[]): Promise<string | null> => {
  if (sets.length === 0) return null;
  return callFunction(tx, 'take_sets_2', [site, time_span_id, JSON.stringify(sets)]);
};

/** Set products of an order, without those that were paid back. */
export const setsOf = (tx: Tx, order: string): Promise<SetCount[]> => {
  const sets = tx.selectFrom('order_sets').select(['set_uuid', 'count']).where('order_id', '=', order);
  return sets.where('count', '>', 0).execute();
};

/** Whether a set product of an order is no longer sold, so that nothing may take its stock. */
const hasWithdrawnSet = async (tx: Tx, order: string): Promise<boolean> => {
  const withdrawn = tx
    .selectFrom('order_sets')
    .innerJoin('set_products', (join) => join.on(setOf('order_sets')))
    .select('set_uuid')
    .where('order_id', '=', order)
    .where('withdrawn_at', 'is not', null);
  return (await withdrawn.executeTakeFirst()) !== undefined;
};

/** Adds the set products of an order to the numbers of a slot so many times: -1 takes them off. */
const addSets = async (tx: Tx, { site, time_span_id }: Slot, order: string, times: Change): Promise<void> => {
  const { held = 0, sold = 0 } = times;
  await tx
    .updateTable('set_stocks')
    .from('order_sets')
    .set({
      held: sql`set_stocks.held + ${held} * order_sets.count`,
      sold: sql`set_stocks.sold + ${sold} * order_sets.count`,
    })
    .where('order_sets.order_id', '=', order)
    .whereRef('set_stocks.set_uuid', '=', 'order_sets.set_uuid')
    .where('set_stocks.site', '=', site)
    .where('set_stocks.time_span_id', '=', time_span_id)
    .execute();
};

/** Returns the sold set products of an order to the stock of a slot. */
export const returnSets = (tx: Tx, slot: Slot, order: string): Promise<void> => addSets(tx, slot, order, { sold: -1 });

/** Returns sold set products that are paid back while others of their order stay; sorted, so that nothing can deadlock. */
export const returnSomeSets = async (
  tx: Tx,
  { order_id, site, time_span_id }: Slot & { order_id: string },
  sets: readonly SetCount[],
): Promise<void> => {
  for (const { set_uuid, count } of sets.toSorted((one, other) => (one.set_uuid < other.set_uuid ? -1 : 1))) {
    const stock = tx
      .updateTable('set_stocks')
      .set({ sold: sql`sold - ${count}` })
      .where('set_uuid', '=', set_uuid);
    await stock.where('site', '=', site).where('time_span_id', '=', time_span_id).execute();
    const counts = { bought: sql<number>`coalesce(bought, count)`, count: sql<number>`count - ${count}` };
    const ordered = tx.updateTable('order_sets').set(counts).where('order_id', '=', order_id);
    await ordered.where('set_uuid', '=', set_uuid).execute();
  }
};

/**
 * Moves free seats of a slot to held. Returns false, and changes nothing, when there are not enough. One conditional update, whose
 * row lock makes races harmless on any number of connections (docs/architecture.md#stock).
 */
export const takeSeats = (tx: Tx, { site, time_span_id }: Slot, count: number): Promise<boolean> =>
  callFunction(tx, 'take_seats_1', [site, time_span_id, count]);

const addSeats = async (tx: Tx, slot: Slot, { held = 0, sold = 0 }: Change): Promise<void> => {
  const seats = { held: sql<number>`held + ${held}`, sold: sql<number>`sold + ${sold}` };
  await tx.updateTable('time_spans').set(seats).where(isSlot(slot)).execute();
};

const freeSeats = (tx: Tx, slot: Slot, count: number): Promise<void> => addSeats(tx, slot, { held: -count });

/** Returns sold seats to the stock of a slot. */
export const returnSeats = (tx: Tx, slot: Slot, count: number): Promise<void> => addSeats(tx, slot, { sold: -count });

/** Locks slots of one site sorted by id, so that concurrent transactions cannot deadlock. */
export const lockSlots = async (tx: Tx, slots: readonly Slot[]): Promise<void> => {
  const [first] = slots;
  if (!first) return;
  const ids = slots.map(({ time_span_id }) => time_span_id);
  const rows = tx.selectFrom('time_spans').select('id').where('site', '=', first.site).where('id', 'in', ids);
  await rows.orderBy('id').forUpdate().execute();
};

/** The stock of an order: seats first, which locks the slot, then set products. */
type OrderStock = Slot & Pick<OrderRow, 'id' | 'quantity'>;

/** Takes seats and set products of an order that holds none. Returns false, and changes nothing, when one is not available. */
export const takeStock = async (tx: Tx, order: OrderStock): Promise<boolean> => {
  const { id, quantity } = order;
  if (await hasWithdrawnSet(tx, id)) return false;
  if (!(await takeSeats(tx, order, quantity))) return false;
  if ((await takeSets(tx, order, await setsOf(tx, id))) === null) return true;
  await freeSeats(tx, order, quantity);
  return false;
};

/** Returns the held seats and set products of an order. */
export const freeStock = async (tx: Tx, order: OrderStock): Promise<void> => {
  await freeSeats(tx, order, order.quantity);
  await addSets(tx, order, order.id, { held: -1 });
};

/**
 * Moves the sold seats of tickets to a slot, and the order's set products where `buyers`, the ticket that they came with, moves along.
 * Returns what is not available there, and then changes nothing; null when all moved.
 */
export const moveStock = async (
  tx: Tx,
  tickets: readonly (Slot & { people: readonly unknown[] })[],
  to: Slot,
  buyers: (Slot & { order_id: string }) | null,
): Promise<'seats' | 'sets' | null> => {
  const count = tickets.reduce((sum, { people }) => sum + people.length, 0);
  await lockSlots(tx, [...tickets, to]);
  if (!(await takeSeats(tx, to, count))) return 'seats';
  if (buyers && (await takeSets(tx, to, await setsOf(tx, buyers.order_id))) !== null) {
    await freeSeats(tx, to, count);
    return 'sets';
  }
  await addSeats(tx, to, { held: -count, sold: count });
  if (buyers) {
    await addSets(tx, to, buyers.order_id, { held: -1, sold: 1 });
    await returnSets(tx, buyers, buyers.order_id);
  }
  for (const ticket of tickets) await returnSeats(tx, ticket, ticket.people.length);
  return null;
};
