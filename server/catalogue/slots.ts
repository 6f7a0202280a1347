import { sql } from 'kysely';
import { type Db, inTransaction, type Tx } from '#server/db/open.ts';
import { isSlot, type Slot, spansWithProducts } from '#server/db/scoped.ts';
import { pickTexts } from '#server/db/tables.ts';
import { OperatorProblem } from '#server/shared/operator-problem.ts';

/** Locks a slot, so that its seats stay as they are read. Throws OperatorProblem: not_on_sale. */
const lockSlot = async (tx: Tx, slot: Slot) => {
  const row = await spansWithProducts(tx)
    .select(['time_spans.product_uuid', 'reservation_from', 'reservation_to', 'capacity', 'sold', 'held', 'words'])
    .select(sql<boolean>`time_spans.withdrawn_at is not null`.as('is_blocked'))
    .where(isSlot(slot))
    .forUpdate('time_spans')
    .executeTakeFirst();
  if (!row) throw new OperatorProblem('not_on_sale', { slot: slot.time_span_id });
  const { words, reservation_from, reservation_to, product_uuid, ...rest } = row;
  const shown = {
    ...rest,
    site: slot.site,
    slot: slot.time_span_id,
    product: pickTexts(words, 'ja').product_name,
    from: reservation_from.toISOString(),
    to: reservation_to.toISOString(),
  };
  return { shown, product_uuid, reservation_from };
};

/** A slot as the venue sees it. `is_blocked`: it is not on sale; existing orders go on. */
export type VenueSlot = Awaited<ReturnType<typeof lockSlot>>['shown'];

/**
 * Sets the number of seats of a slot, until the next import. Running holds and sold tickets stay. Throws OperatorProblem: not_on_sale,
 * taken.
 */
export const setCapacity = (db: Db, slot: Slot, capacity: number): Promise<VenueSlot & { before: number }> =>
  inTransaction(db, async (tx) => {
    const { shown } = await lockSlot(tx, slot);
    const taken = shown.sold + shown.held;
    if (capacity < taken) throw new OperatorProblem('taken', { slot: shown.slot, taken: String(taken) });
    await tx.updateTable('time_spans').set({ capacity }).where(isSlot(slot)).execute();
    return { ...shown, capacity, before: shown.capacity };
  });

/** Takes a slot off sale; repeating it changes nothing. Running holds can still be paid. Throws OperatorProblem: not_on_sale. */
export const blockSlot = (db: Db, slot: Slot): Promise<VenueSlot> =>
  inTransaction(db, async (tx) => {
    const { shown } = await lockSlot(tx, slot);
    if (!shown.is_blocked)
      await tx.updateTable('time_spans').set({ withdrawn_at: sql<Date>`now()` }).where(isSlot(slot)).execute();
    return { ...shown, is_blocked: true };
  });

/** Puts a slot on sale again; repeating it changes nothing. Throws OperatorProblem: not_on_sale, slot_replaced. */
export const unblockSlot = (db: Db, slot: Slot): Promise<VenueSlot> =>
  inTransaction(db, async (tx) => {
    const { shown, product_uuid, reservation_from } = await lockSlot(tx, slot);
    const other = await tx
      .selectFrom('time_spans')
      .select('id')
      .where('site', '=', slot.site)
      .where('product_uuid', '=', product_uuid)
      .where('reservation_from', '=', reservation_from)
      .where('withdrawn_at', 'is', null)
      .where('id', '<>', shown.slot)
      .executeTakeFirst();
    if (other) throw new OperatorProblem('slot_replaced', { slot: shown.slot, other: other.id });
    await tx.updateTable('time_spans').set({ withdrawn_at: null }).where(isSlot(slot)).execute();
    return { ...shown, is_blocked: false };
  });
