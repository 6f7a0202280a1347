import { sql } from 'kysely';
import type { Tx } from '#server/db/open.ts';
import type { OrderDeps } from '#server/orders/deps.ts';
import type { Problem } from '#server/shared/problem.ts';
import type { Limit } from '#server/shared/rate-limit.ts';
import { perNetwork, type RequestContext } from '#server/shared/visitor.ts';
import { couponCode } from '#src/domain/coupon.ts';
import type { SiteCode } from '#src/domain/site.ts';

/** Wrong codes in ten minutes, of an order and of an address. */
const guesses = { within: 600, ofOrder: 10, ofVisitor: 60 };

/**
 * Limits against which a code counts until it proves right. It is counted before it is looked up, so that parallel requests do not
 * exceed the limit, and a right code is refused like a wrong one once the limit is reached (docs/operations.md#limits). The same code
 * for the same order is one guess, however often its answer is lost.
 */
export const guessLimits = (
  { tokens }: OrderDeps,
  order: string,
  { site, visitor }: Pick<RequestContext, 'site' | 'visitor'>,
  typed: string,
): Limit[] => {
  const { within, ofOrder, ofVisitor } = guesses;
  const limits = [
    { about: tokens.idOf(`coupon\n${order}`), max: ofOrder, within },
    ...perNetwork(visitor, (network) => tokens.idOf(`coupon\n${site}\nany\n${network}`), { max: ofVisitor, within }),
  ];
  return limits.map((limit) => ({
    ...limit,
    use: tokens.idOf(`coupon use\n${limit.about}\n${order}\n${couponCode(typed)}`),
  }));
};

/** A refusal that tells whether there is such a code; one that leaves too little to pay is right. */
export const isGuess = ({ code }: Problem): boolean => code.startsWith('coupon_') && code !== 'coupon_rest_unpayable';

export type CouponKey = { site: SiteCode; id: string };

/** SQL: at least a part of the visit lies within the days of the coupon. */
export const coversVisit = sql<boolean>`(
  (coupons.visit_from is null or time_spans.reservation_to > (coupons.visit_from::timestamp at time zone 'Asia/Tokyo'))
  and (coupons.visit_to is null or time_spans.day <= coupons.visit_to))`;

/** Counts one more use. Returns false when the coupon is used up or has expired. */
export const takeUse = async (tx: Tx, { site, id }: CouponKey): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('coupons')
    .set({ uses: sql`uses + 1` })
    .where('site', '=', site)
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .where(sql<boolean>`(use_limit is null or uses < use_limit)`)
    .where(sql<boolean>`(valid_until is null or valid_until > now())`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

/** Releases the coupon use of an order that ends unpaid; the order still refers to the coupon. */
export const freeUse = async (tx: Tx, order: string): Promise<void> => {
  const row = await tx
    .updateTable('coupon_uses')
    .set({ counted: false })
    .where('order_id', '=', order)
    .where('counted', '=', true)
    .returning(['site', 'coupon_id'])
    .executeTakeFirst();
  if (!row) return;
  await tx
    .updateTable('coupons')
    .set({ uses: sql`uses - 1` })
    .where('site', '=', row.site)
    .where('id', '=', row.coupon_id)
    .execute();
};

export const currentCoupon = (tx: Tx, order: string): Promise<CouponKey | undefined> =>
  tx.selectFrom('coupon_uses').select(['site', 'coupon_id as id']).where('order_id', '=', order).executeTakeFirst();

/** Counts the coupon use of an ended order that is held again. Returns false when it is no longer available. */
export const countAgain = async (tx: Tx, order: string): Promise<boolean> => {
  const row = await currentCoupon(tx, order);
  if (!row) return true;
  if (!(await takeUse(tx, row))) return false;
  await tx.updateTable('coupon_uses').set({ counted: true }).where('order_id', '=', order).execute();
  return true;
};

/** Removes the coupon from a locked order and returns the new total in yen. `dropped`: not at the visitor's request. */
export const clearCoupon = async (
  tx: Tx,
  order: { id: string; total: number },
  { dropped }: { dropped: boolean },
): Promise<number> => {
  await freeUse(tx, order.id);
  const removed = tx.deleteFrom('coupon_uses').where('order_id', '=', order.id).returning('discount');
  const total = order.total + ((await removed.executeTakeFirst())?.discount ?? 0);
  await tx.updateTable('orders').set({ total, coupon_dropped: dropped }).where('id', '=', order.id).execute();
  return total;
};

/** Locks coupons of a site sorted by id, so that concurrent transactions cannot deadlock. */
export const lockCoupons = async (tx: Tx, site: SiteCode, ids: string[]): Promise<void> => {
  const coupons = tx.selectFrom('coupons').select('id').where('site', '=', site).where('id', 'in', ids);
  await coupons.orderBy('id').forUpdate().execute();
};
