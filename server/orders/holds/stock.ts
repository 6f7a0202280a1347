import { sql } from 'kysely';
import type { Tx } from '#server/db/open.ts';
import { isSlot, type Slot } from '#server/db/scoped.ts';
import { callFunction } from '#server/db/statement.ts';
import type { OrderRow } from '#server/db/types.ts';
import type { SiteCode } from '#src/domain/site.ts';
import { freeSets, hasWithdrawnSet, returnSets, sellSets, setsOf, takeSets } from './set-stock.ts';

/**
 * Moves free seats of a slot to held. Returns false, and changes nothing, when there are not enough. One conditional update, whose
 * row lock makes races harmless on any number of connections (docs/architecture.md#stock).
 */
export const takeSeats = (tx: Tx, { site, time_span_id }: Slot, count: number): Promise<boolean> =>
  callFunction(tx, 'take_seats_1', [site, time_span_id, count]);

const addSeats = async (tx: Tx, slot: Slot, held: number, sold: number): Promise<void> => {
  const seats = { held: sql<number>`held + ${held}`, sold: sql<number>`sold + ${sold}` };
  await tx.updateTable('time_spans').set(seats).where(isSlot(slot)).execute();
};

const freeSeats = (tx: Tx, slot: Slot, count: number): Promise<void> => addSeats(tx, slot, -count, 0);

export const returnSeats = (tx: Tx, slot: Slot, count: number): Promise<void> => addSeats(tx, slot, 0, -count);

/** Locks slots of a site sorted by id, so that concurrent transactions cannot deadlock. */
export const lockSlots = async (tx: Tx, site: SiteCode, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return;
  const slots = tx.selectFrom('time_spans').select('id').where('site', '=', site).where('id', 'in', ids);
  await slots.orderBy('id').forUpdate().execute();
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
  await freeSets(tx, order, order.id);
};

type Seated = Slot & { people: readonly unknown[] };

/**
 * Moves the sold seats of tickets to a slot, and the order's set products where `buyers`, the ticket that they came with, moves along.
 * Returns what is not available there, and then changes nothing; null when all moved.
 */
export const moveStock = async (
  tx: Tx,
  tickets: readonly Seated[],
  to: Slot,
  buyers: (Slot & { order_id: string }) | null,
): Promise<'seats' | 'sets' | null> => {
  const count = tickets.reduce((sum, { people }) => sum + people.length, 0);
  await lockSlots(
    tx,
    to.site,
    [...tickets, to].map(({ time_span_id }) => time_span_id),
  );
  if (!(await takeSeats(tx, to, count))) return 'seats';
  if (buyers && (await takeSets(tx, to, await setsOf(tx, buyers.order_id))) !== null) {
    await freeSeats(tx, to, count);
    return 'sets';
  }
  await addSeats(tx, to, -count, count);
  if (buyers) {
    await sellSets(tx, to, buyers.order_id);
    await returnSets(tx, buyers, buyers.order_id);
  }
  for (const ticket of tickets) await returnSeats(tx, ticket, ticket.people.length);
  return null;
};
