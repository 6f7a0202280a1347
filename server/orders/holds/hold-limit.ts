import { sql } from 'kysely';
import type { Db, Tx } from '#server/db/open.ts';
import { callFunction } from '#server/db/statement.ts';
import type { OrderRow } from '#server/db/types.ts';
import { Problem } from '#server/shared/problem.ts';
import { bySite } from '#server/shared/sites/sites.ts';
import { addressColumnsOf, askerOf } from '#server/shared/visitor.ts';
import { holdLimitsAt, type LimitDeps } from './hold-settings.ts';

/** Refuses an address that holds too many seats for `wait` seconds. */
export const tooManySeats = (wait: number): Problem =>
  new Problem('rate_limited', {
    retryAfter: wait,
    detail: 'Too many seats of this product are held from this address and not paid yet.',
  });

/**
 * Limits the unpaid seats of one address and of the networks around it, so that none can block a product. The first order of the
 * widest is never limited, nor are a few seats more. Beyond that each may hold a share of what is left for others, over all slots of
 * the day. Call it after the seats of `order` were taken: orders of one network for a product are then serialised. Throws
 * rate_limited with the time until the first of these holds ends. `place_order_4` applies the same function.
 */
export const limitSeats = async (deps: LimitDeps, tx: Tx, order: OrderRow): Promise<void> => {
  const { id, site, product_uuid, time_span_id, quantity } = order;
  const limits = holdLimitsAt(deps, site);
  const asker = askerOf(order);
  if (limits.seats === 0 || asker === null) return;
  const shares = [limits.seats, limits.shareOfDay, limits.shareOfSlot];
  const values = [id, JSON.stringify(asker), site, product_uuid, time_span_id, quantity, ...shares];
  const wait = await callFunction<number | null>(tx, 'seats_wait_2', values);
  if (wait !== null) throw tooManySeats(wait);
};

/**
 * Deletes the address hashes of orders that hold nothing and cannot be held again. Cancelled orders keep theirs as long, since
 * mail limits count them.
 */
export const forgetAddresses = async (db: Db | Tx, deps: LimitDeps): Promise<void> => {
  const minutes = bySite(deps.sites, sql`orders.site`, deps.holdLimits.minutes, ({ holds }) => holds.minutes);
  await db
    .updateTable('orders')
    .set(addressColumnsOf(null))
    .where('asked_by', 'is not', null)
    .where(
      sql<boolean>`(status in ('paid', 'refunded')
        or (status in ('expired', 'cancelled') and hold_until < now() - make_interval(mins => ${minutes})))`,
    )
    .execute();
};
