import { sql } from 'kysely';
import type { Tx } from '#server/db/open.ts';
import { type Slot, setOf } from '#server/db/scoped.ts';
import { callFunction } from '#server/db/statement.ts';

/** A number of one set product. */
export type SetCount = { set_uuid: string; count: number };

/**
 * Moves free set products of a slot to held, all or nothing; taking the seats has locked the slot. Returns the id of the first that
 * is out of stock, or null.
 */
export const takeSets = async (
  tx: Tx,
  { site, time_span_id }: Slot,
  sets: readonly SetCount[],
): Promise<string | null> => {
  if (sets.length === 0) return null;
  return callFunction(tx, 'take_sets_2', [site, time_span_id, JSON.stringify(sets)]);
};

/** Set products of an order, without those that were paid back. */
export const setsOf = (tx: Tx, order: string): Promise<SetCount[]> => {
  const sets = tx.selectFrom('order_sets').select(['set_uuid', 'count']).where('order_id', '=', order);
  return sets.where('count', '>', 0).execute();
};

/** Whether a set product of an order is no longer sold, so that nothing may take its stock. */
export const hasWithdrawnSet = async (tx: Tx, order: string): Promise<boolean> => {
  const withdrawn = tx
    .selectFrom('order_sets')
    .innerJoin('set_products', (join) => join.on(setOf('order_sets')))
    .select('set_uuid')
    .where('order_id', '=', order)
    .where('withdrawn_at', 'is not', null);
  return (await withdrawn.executeTakeFirst()) !== undefined;
};

const stocksOf = (tx: Tx, { site, time_span_id }: Slot, order: string) =>
  tx
    .updateTable('set_stocks')
    .from('order_sets')
    .where('order_sets.order_id', '=', order)
    .whereRef('set_stocks.set_uuid', '=', 'order_sets.set_uuid')
    .where('set_stocks.site', '=', site)
    .where('set_stocks.time_span_id', '=', time_span_id);

export const freeSets = async (tx: Tx, slot: Slot, order: string): Promise<void> => {
  await stocksOf(tx, slot, order).set({ held: sql`set_stocks.held - order_sets.count` }).execute();
};

/** Turns the held set products of an order into sold ones. */
export const sellSets = async (tx: Tx, slot: Slot, order: string): Promise<void> => {
  await stocksOf(tx, slot, order)
    .set({ held: sql`set_stocks.held - order_sets.count`, sold: sql`set_stocks.sold + order_sets.count` })
    .execute();
};

export const returnSets = async (tx: Tx, slot: Slot, order: string): Promise<void> => {
  await stocksOf(tx, slot, order).set({ sold: sql`set_stocks.sold - order_sets.count` }).execute();
};

/** Returns sold set products that are paid back while others of their order stay. */
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
    const left = { bought: sql<number>`coalesce(bought, count)`, count: sql<number>`count - ${count}` };
    const own = tx.updateTable('order_sets').set(left).where('order_id', '=', order_id);
    await own.where('set_uuid', '=', set_uuid).execute();
  }
};
