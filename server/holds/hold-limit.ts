import { sql } from 'kysely';
import type { Db } from '#server/db/open.ts';
import { type Slot, slotOf } from '#server/db/scoped.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { OrderRow } from '#server/db/types.ts';
import { lockSeeds } from '#server/shared/lock-seeds.ts';
import { Problem } from '#server/shared/problem.ts';
import { bySite } from '#server/sites/by-site.ts';
import { holdLimitsAt, type LimitDeps } from './hold-settings.ts';
import type { TakeSeats } from './stock.ts';

/** Dependencies of a hold. */
export type HoldRules = LimitDeps & { takeSeats: TakeSeats };

/** Seats that were just taken. `asked_by`: hash of the client's address; null when it is unknown. */
type Wanted = Slot & Pick<OrderRow, 'asked_by' | 'product_uuid' | 'quantity'> & { id?: string };

/**
 * Unpaid orders of the address for the product: all their seats, those of the same day and of the same slot, and seconds
 * until the first one ends.
 */
const unpaidOf = (tx: Tx, { id, asked_by, site, product_uuid, time_span_id }: Wanted) =>
  tx
    .selectFrom('orders')
    .innerJoin('time_spans', (join) => join.on(slotOf('orders')))
    .select(sql<number>`coalesce(sum(quantity), 0)::int`.as('seats'))
    .select(
      sql<number>`coalesce(sum(quantity) filter (where day = (
        select day from time_spans where site = ${site} and id = ${time_span_id})), 0)::int`.as('ofDay'),
    )
    .select(sql<number>`coalesce(sum(quantity) filter (where time_span_id = ${time_span_id}), 0)::int`.as('ofSlot'))
    .select(sql<number>`coalesce(extract(epoch from min(hold_until) - now()), 0)::float8`.as('wait'))
    .where('orders.asked_by', '=', asked_by)
    .where('orders.site', '=', site)
    .where('orders.product_uuid', '=', product_uuid)
    .where('orders.status', 'in', ['open', 'checking'])
    .$if(id !== undefined, (query) => query.where('orders.id', '<>', id ?? ''))
    .executeTakeFirstOrThrow();

/** Free seats of the slot, and of all that are on sale for its product on its day. */
const freeOf = (tx: Tx, { site, product_uuid, time_span_id }: Wanted) =>
  tx
    .selectFrom('time_spans')
    .select(sql<number>`coalesce(sum(capacity - held - sold), 0)::int`.as('ofDay'))
    .select(sql<number>`coalesce(sum(capacity - held - sold) filter (where id = ${time_span_id}), 0)::int`.as('ofSlot'))
    .where('site', '=', site)
    .where('product_uuid', '=', product_uuid)
    .where('day', '=', ({ selectFrom }) =>
      selectFrom('time_spans as own').select('own.day').where('own.site', '=', site).where('own.id', '=', time_span_id),
    )
    .where('withdrawn_at', 'is', null)
    .where('sale_to', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();

/**
 * Limits the unpaid seats of one address, so that it cannot block a product. Its first order is never limited, nor are a few
 * seats more. Beyond that it may hold a share of what is left for others, over all slots of the day. Must be called after
 * the seats were taken: orders of one address for a product are then serialised. Throws rate_limited with the time until the
 * first of these holds ends.
 */
export const limitSeats = async (rules: HoldRules, tx: Tx, wanted: Wanted): Promise<void> => {
  const limits = holdLimitsAt(rules, wanted.site);
  if (limits.seats === 0 || wanted.asked_by === null) return;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${wanted.asked_by} ${wanted.site} ${wanted.product_uuid}`}, ${sql.lit(lockSeeds.heldSeats)}))`.execute(
    tx,
  );
  const unpaid = await unpaidOf(tx, wanted);
  if (unpaid.seats === 0 || unpaid.seats + wanted.quantity <= limits.seats) return;
  const free = await freeOf(tx, wanted);
  /* Adds back the seats of this address, this order included: `free` is what is left for all others. */
  const [day, slot] = [unpaid.ofDay + wanted.quantity, unpaid.ofSlot + wanted.quantity];
  const budget = Math.max(limits.shareOfDay * (free.ofDay + day), limits.shareOfSlot * (free.ofSlot + slot)) / 100;
  if (day <= budget) return;
  throw new Problem('rate_limited', {
    retryAfter: Math.max(1, Math.ceil(unpaid.wait)),
    detail: 'Too many seats of this product are held from this address and not paid yet.',
  });
};

/**
 * Deletes the address hashes of orders that hold nothing and cannot be held again. Cancelled orders keep theirs as long, since
 * mail limits count them.
 */
export const forgetAddresses = async (deps: LimitDeps & { db: Db }): Promise<void> => {
  const minutes = bySite(deps.sites, sql`orders.site`, deps.holdLimits.minutes, ({ holds }) => holds.minutes);
  await deps.db
    .updateTable('orders')
    .set({ asked_by: null })
    .where('asked_by', 'is not', null)
    .where(
      sql<boolean>`(status in ('paid', 'refunded')
        or (status in ('expired', 'cancelled') and hold_until < now() - make_interval(mins => ${minutes})))`,
    )
    .execute();
};
