import { sql } from 'kysely';
import { isFirstTime } from '#server/db/effects.ts';
import { type Db, inTransaction, type Tx } from '#server/db/open.ts';
import { isSlot, type Slot } from '#server/db/scoped.ts';
import type { OrderRow } from '#server/db/types.ts';
import type { OrderDeps } from '#server/orders/deps.ts';
import { ensureHeld, expireHolds, isHeldNow, lockOrder } from '#server/orders/holds/holds.ts';
import { methodsOnSale } from '#server/orders/methods.ts';
import { readContentRows } from '#server/orders/order-contents.ts';
import { invalid, Problem } from '#server/shared/problem.ts';
import { countUsesOnce, takeBack } from '#server/shared/rate-limit.ts';
import type { RequestContext } from '#server/shared/visitor.ts';
import { comparedCode, couponCode, unfitInCode } from '#src/domain/coupon.ts';
import type { FailureCode } from '#src/domain/failures.ts';
import { couponBase, discountOf, totalOf } from '#src/domain/money.ts';
import { isTooSmall, takesTotal } from '#src/domain/payment.ts';
import type { SiteCode } from '#src/domain/site.ts';
import {
  type CouponKey,
  clearCoupon,
  coversVisit,
  currentCoupon,
  guessLimits,
  isGuess,
  lockCoupons,
  takeUse,
} from './holds/coupon-uses.ts';
import { mustHaveNoPayment } from './replace-order.ts';

const selectCoupons = (db: Db | Tx) =>
  db
    .selectFrom('coupons')
    .select(['site', 'id', 'kind', 'amount', 'channel'])
    .select(sql<boolean>`(withdrawn_at is not null or coalesce(valid_until <= now(), false))`.as('is_ended'))
    .select(sql<boolean>`coalesce(uses >= use_limit, false)`.as('is_used_up'));
type Coupon = Awaited<ReturnType<ReturnType<typeof selectCoupons>['executeTakeFirstOrThrow']>>;

/** The coupon with this code, else the only one on sale whose code looks the same (docs/product.md#coupons). */
const findCoupon = async (db: Db | Tx, site: SiteCode, typed: string): Promise<Coupon | undefined> => {
  const isExact = sql<boolean>`code = ${couponCode(typed)}`;
  const looksSame = sql<boolean>`withdrawn_at is null and translate(code, 'ILO-', '110') = ${comparedCode(typed)}`;
  const [first, second] = await selectCoupons(db)
    .select(isExact.as('exact'))
    .where('site', '=', site)
    .where(sql<boolean>`(${isExact} or ${looksSame})`)
    .orderBy('exact', 'desc')
    .limit(2)
    .execute();
  return first?.exact || !second ? first : undefined;
};

/** Whether at least a part of the visit lies within the days of the coupon. */
const covers = async (tx: Tx, { site, id }: CouponKey, slot: Slot): Promise<boolean> => {
  const row = await tx
    .selectFrom('time_spans')
    .innerJoin('coupons', 'coupons.site', 'time_spans.site')
    .select(coversVisit.as('covered'))
    .where('coupons.site', '=', site)
    .where('coupons.id', '=', id)
    .where(isSlot(slot))
    .executeTakeFirstOrThrow();
  return row.covered;
};

/**
 * `base`: yen that the coupon applies to: everything, or the lines of its options; 0 if it is for other products. `all`: yen of the
 * whole order.
 */
const baseOf = async (tx: Tx, { site, id }: CouponKey, order: OrderRow): Promise<{ base: number; all: number }> => {
  const { lines: rows, sets } = await readContentRows(tx, order.id);
  const lines = rows.map(({ option_id, ...row }) => ({ ...row, id: option_id }));
  const scopes = await tx
    .selectFrom('coupon_scopes')
    .select(['product_uuid', 'option_id'])
    .where('site', '=', site)
    .where('coupon_id', '=', id)
    .execute();
  const { product_uuid } = order;
  return { base: couponBase(scopes, { product_uuid, lines, sets }), all: totalOf([...lines, ...sets]) };
};

/** Why a coupon is rejected (docs/product.md#mapped-failures). `rest`: the amount left to pay, in yen, if no method accepts it. */
type Refused = { code: Extract<FailureCode, `coupon_${string}`>; rest?: number };

/**
 * The discount if a method accepts the rest. A rest below the minimum of every provider is waived too, if the venue allows it
 * (docs/product.md#coupons).
 */
const payableDiscount = async (
  deps: OrderDeps,
  tx: Tx,
  site: SiteCode,
  { discount, all }: { discount: number; all: number },
): Promise<number | Refused> => {
  const rest = all - discount;
  const methods = await methodsOnSale(deps, tx, site);
  /* No method is on sale at the moment, with or without the coupon; the page says so. */
  if (methods.length === 0) return discount;
  const isPayable = (total: number) => methods.some((method) => takesTotal(method, total));
  if (isPayable(rest)) return discount;
  const { waiveRest } = deps.sites.operationOf(site);
  const isWaived = waiveRest && isTooSmall(deps.sites.settingsOf(site).methods, rest) && isPayable(0);
  return isWaived ? all : { code: 'coupon_rest_unpayable', rest };
};

/** The discount in yen, or why the coupon cannot be used for a locked order. */
const judge = async (deps: OrderDeps, tx: Tx, coupon: Coupon, order: OrderRow): Promise<number | Refused> => {
  if (coupon.channel !== 'web') return { code: 'coupon_invalid_channel' };
  if (coupon.is_ended) return { code: 'coupon_expired' };
  if (order.change_of !== null) return { code: 'coupon_not_available' };
  const { base, all } = await baseOf(tx, coupon, order);
  const discount = Math.min(discountOf(coupon, base), all);
  if (discount <= 0) return { code: 'coupon_not_available' };
  if (!(await covers(tx, coupon, order))) return { code: 'coupon_out_of_coverage' };
  return payableDiscount(deps, tx, order.site, { discount, all });
};

type Result = Refused | 'applied' | 'unchanged';

/** Applies a coupon to a locked order that holds seats, replacing its current one. */
const putCoupon = async (deps: OrderDeps, tx: Tx, coupon: Coupon, order: OrderRow): Promise<Result> => {
  const { site, id } = coupon;
  const current = await currentCoupon(tx, order.id);
  if (current?.id === id) return 'unchanged';
  const discount = await judge(deps, tx, coupon, order);
  if (typeof discount !== 'number') return discount;
  if (current) await lockCoupons(tx, site, [current.id, id]);
  if (!(await takeUse(tx, coupon))) return { code: 'coupon_limit_reached' };
  const total = (await clearCoupon(tx, order, { dropped: false })) - discount;
  await tx.insertInto('coupon_uses').values({ order_id: order.id, site, coupon_id: id, discount }).execute();
  await tx.updateTable('orders').set({ total }).where('id', '=', order.id).execute();
  return 'applied';
};

/**
 * Moves the coupon of a replaced order to the new order, which already holds its seats, or drops it
 * (docs/product.md#replacing-an-order).
 */
export const carryCoupon = async (deps: OrderDeps, tx: Tx, old: string, order: OrderRow): Promise<void> => {
  const had = await currentCoupon(tx, old);
  if (!had) return;
  const coupon = await selectCoupons(tx)
    .where('site', '=', had.site)
    .where('id', '=', had.id)
    .executeTakeFirstOrThrow();
  /* Methods whose contract is missing now count as available: it may be configured again before the visitor pays. */
  const result = await putCoupon({ ...deps, canTake: () => true }, tx, coupon, order);
  if (typeof result === 'object') await clearCoupon(tx, order, { dropped: true });
};

type CouponDeps = OrderDeps & { metrics: { guessed: (what: 'coupon') => void } };

/**
 * Locks an order and ensures its hold; `isRenewed`: the hold had expired. Throws while a payment is pending, since that payment is for
 * the current total.
 */
const lockForTotal = async (deps: OrderDeps, tx: Tx, id: string): Promise<{ order: OrderRow; isRenewed: boolean }> => {
  const locked = await lockOrder(tx, id);
  const order = await ensureHeld(tx, locked, deps);
  await mustHaveNoPayment(tx, id);
  return { order, isRenewed: !isHeldNow(locked) };
};

/** Applies a coupon and returns whether anything changed. Throws as `applyCoupon`, without rate_limited. */
const tryCoupon = async (deps: CouponDeps, id: string, site: SiteCode, typed: string): Promise<boolean> => {
  const read = await findCoupon(deps.db, site, typed);
  /* Expired holds may still count as uses of the coupon, so they are ended first, as for seats. */
  if (read?.is_used_up) await expireHolds(deps.db, { coupon: read });
  return inTransaction(deps.db, async (tx) => {
    const { order, isRenewed } = await lockForTotal(deps, tx, id);
    const coupon = await findCoupon(tx, site, typed);
    const result: Result = coupon ? await putCoupon(deps, tx, coupon, order) : { code: 'coupon_code_not_exist' };
    if (typeof result === 'object') throw invalid('coupon', 'Not for this order.', result.code, { rest: result.rest });
    return isRenewed || result === 'applied';
  });
};

/**
 * Applies a coupon to an order, replacing its current one, and returns whether anything changed. Every refused code counts as a guess,
 * except a text that cannot be a code and a coupon whose rest is too small to pay. Throws coupon_* of
 * docs/product.md#mapped-failures, rate_limited, and as `ensureHeld`.
 */
export const applyCoupon = async (
  deps: CouponDeps,
  id: string,
  { site, visitor }: Pick<RequestContext, 'site' | 'visitor'>,
  typed: string,
): Promise<boolean> => {
  if (unfitInCode(typed) !== undefined || comparedCode(typed) === '')
    throw invalid('coupon', 'No code has these characters.', 'coupon_code_not_exist');
  const uses = await countUsesOnce(deps.db, guessLimits(deps, id, { site, visitor }, typed));
  try {
    const isChanged = await tryCoupon(deps, id, site, typed);
    await takeBack(deps.db, uses);
    return isChanged;
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    if (thrown.code === 'coupon_code_not_exist') deps.metrics.guessed('coupon');
    if (!isGuess(thrown)) await takeBack(deps.db, uses);
    throw thrown;
  }
};

/** Removes a coupon from an order. Throws coupon_code_not_exist when the order does not have it, and as `ensureHeld`. */
export const removeCoupon = async (
  deps: OrderDeps,
  id: string,
  { site, effectId }: Pick<RequestContext, 'site' | 'effectId'>,
  typed: string,
): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    if (!(await isFirstTime(tx, effectId))) return;
    const { order } = await lockForTotal(deps, tx, id);
    const [coupon, current] = [await findCoupon(tx, site, typed), await currentCoupon(tx, id)];
    if (!coupon || coupon.id !== current?.id) throw invalid('coupon', 'Not applied.', 'coupon_code_not_exist');
    await clearCoupon(tx, order, { dropped: false });
  });
