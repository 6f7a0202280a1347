import { sql } from 'kysely';
import type { Slot } from '#server/db/scoped.ts';
import type { Tx } from '#server/db/transaction.ts';

/** A number of one set product. */
type SetCount = { set_uuid: string; count: number };

const stockOf = (tx: Tx, { site, time_span_id }: Slot, set: string) =>
  tx
    .updateTable('set_stocks')
    .where('site', '=', site)
    .where('time_span_id', '=', time_span_id)
    .where('set_uuid', '=', set);

/** Creates the stock row of a set product in a slot when it is held for the first time. */
const openStock = async (tx: Tx, { site, time_span_id }: Slot, set: string): Promise<void> => {
  await tx
    .insertInto('set_stocks')
    .columns(['site', 'time_span_id', 'set_uuid', 'capacity'])
    .expression(({ selectFrom, val }) =>
      selectFrom('set_products')
        .select(['site', val(time_span_id).as('time_span_id'), 'uuid', 'stock'])
        .where('site', '=', site)
        .where('uuid', '=', set),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/**
 * Moves free set products of a slot to held, all or nothing. Taking the seats has locked the slot, so these rows need
 * no lock sequence of their own. Returns the first that is out of stock, or null.
 */
export const takeSets = async (tx: Tx, slot: Slot, sets: readonly SetCount[]): Promise<SetCount | null> => {
  for (const [index, set] of sets.entries()) {
    await openStock(tx, slot, set.set_uuid);
    const { numUpdatedRows } = await stockOf(tx, slot, set.set_uuid)
      .set({ held: sql`held + ${set.count}` })
      .where(sql<boolean>`held + sold + ${set.count} <= capacity`)
      .executeTakeFirst();
    if (numUpdatedRows === 1n) continue;
    for (const taken of sets.slice(0, index))
      await stockOf(tx, slot, taken.set_uuid)
        .set({ held: sql`held - ${taken.count}` })
        .execute();
    return set;
  }
  return null;
};

/** Set products of an order. */
export const setsOf = (tx: Tx, order: string): Promise<SetCount[]> =>
  tx.selectFrom('order_sets').select(['set_uuid', 'count']).where('order_id', '=', order).execute();

const stocksOf = (tx: Tx, { site, time_span_id }: Slot, order: string) =>
  tx
    .updateTable('set_stocks')
    .from('order_sets')
    .where('order_sets.order_id', '=', order)
    .whereRef('set_stocks.set_uuid', '=', 'order_sets.set_uuid')
    .where('set_stocks.site', '=', site)
    .where('set_stocks.time_span_id', '=', time_span_id);

/** Returns the held set products of an order. */
export const freeSets = async (tx: Tx, slot: Slot, order: string): Promise<void> => {
  await stocksOf(tx, slot, order).set({ held: sql`set_stocks.held - order_sets.count` }).execute();
};

/** Turns the held set products of an order into sold ones. */
export const sellSets = async (tx: Tx, slot: Slot, order: string): Promise<void> => {
  await stocksOf(tx, slot, order)
    .set({ held: sql`set_stocks.held - order_sets.count`, sold: sql`set_stocks.sold + order_sets.count` })
    .execute();
};

/** Returns the sold set products of an order. */
export const returnSets = async (tx: Tx, slot: Slot, order: string): Promise<void> => {
  await stocksOf(tx, slot, order).set({ sold: sql`set_stocks.sold - order_sets.count` }).execute();
};
