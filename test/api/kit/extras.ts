import type { CouponRule } from '#src/domain/coupon.ts';
import { buyTicket, changeRows, newSlot, passMinutes, rowOf, rowsOf } from './arrange.ts';
import { choiceOf, hold, newKey, type SetCount } from './buyer.ts';
import { allNotified } from './every-method.ts';
import { newAddress } from './mails.ts';
import { problemOf, type Shop } from './shop.ts';

/** The default site's set products: the first is also sold with the dated product, the second only with the timed one. */
export const booklet = '5f0c7c0a-6f1e-4b53-9d0e-1b8f0a4c2e01';
export const audio = '5f0c7c0a-6f1e-4b53-9d0e-1b8f0a4c2e02';

/** The body of an order of one adult and set products. */
export const withSets = (span: string, ...set_products: SetCount[]) => ({ ...choiceOf(span, 1), set_products });

/** Takes a hold on one seat of the slot and set products. */
export const holdSets = (shop: Shop, span: string, ...sets: SetCount[]) => hold(shop, span, { sets });

/** The set products offered with a timespan. */
export const setsAt = (shop: Shop, span: string, filters: Record<string, string> = {}) =>
  shop.call('searchSetProducts', { query: { lang: 'en', main_product_time_span_id: span, ...filters } });

/** Remaining stock of a set product. */
export const setsLeft = async (shop: Shop, span: string, set = booklet): Promise<number> =>
  (await setsAt(shop, span)).find(({ uuid }) => uuid === set)?.remaining ?? Number.NaN;

/** Sets the stock of a set product in a timespan. */
export const stockSets = (shop: Shop, span: string, set_uuid: string, capacity: number) =>
  shop.db
    .insertInto('set_stocks')
    .values({ site: 'borderless', time_span_id: span, set_uuid, capacity })
    .onConflict((conflict) => conflict.columns(['site', 'time_span_id', 'set_uuid']).doUpdateSet({ capacity }))
    .execute();

/** Stock of a set product in a timespan, as stored. */
export const setStock = (shop: Shop, span: string, set: string) =>
  shop.db
    .selectFrom('set_stocks')
    .where('set_stocks.site', '=', 'borderless')
    .select(['held', 'sold'])
    .where('time_span_id', '=', span)
    .where('set_uuid', '=', set)
    .executeTakeFirst();

type Part = {
  kind?: CouponRule['kind'];
  amount?: number;
  use_limit?: number;
  valid_until?: Date;
  visit_from?: string;
  visit_to?: string;
};

/** Creates a coupon for this test, 100 yen by default, and returns its code. */
export const newCoupon = async (shop: Shop, part: Part = {}): Promise<string> => {
  const code = newKey().toUpperCase();
  const texts = JSON.stringify({ ja: { name: code } });
  const none = { valid_until: null, visit_from: null, visit_to: null, use_limit: null };
  const row = { id: code, site: 'borderless', code, kind: 'fixed', amount: 100, channel: 'web', words: texts } as const;
  await shop.db
    .insertInto('coupons')
    .values({ ...row, ...none, ...part })
    .execute();
  return code;
};

/** Changes a coupon, as its operator may. */
export const changeCoupon = (shop: Shop, code: string, set: Part) =>
  changeRows(shop, 'coupons', { site: 'borderless', code }, set);

/** The coupon's use counter; throws if it differs from the number of orders that count as uses. */
export const usesOf = async (shop: Shop, code: string): Promise<number> => {
  const { id, uses } = await rowOf(shop, 'coupons', { site: 'borderless', code });
  const counted = await rowsOf(shop, 'coupon_uses', { coupon_id: id, counted: true });
  if (counted.length !== uses) throw new Error(`${uses} uses of ${code}, by ${counted.length} orders.`);
  return uses;
};

/** Applies a coupon; accepts any response. */
export const sendCoupon = (shop: Shop, token: string, coupon: string) =>
  shop.send('createOrderCoupon', { params: { token }, body: { coupon } });

/** Applies a coupon and returns the order. */
export const applyCoupon = (shop: Shop, token: string, coupon: string) =>
  shop.call('createOrderCoupon', { params: { token }, body: { coupon } });

/** Applies a coupon that must be rejected and returns the error code. */
export const couponRefusal = async (shop: Shop, token: string, coupon: string) =>
  problemOf(await sendCoupon(shop, token, coupon)).code;

/** Lets the order's hold expire and releases it. */
export const endHold = async (shop: Shop, token: string): Promise<void> => {
  await passMinutes(shop, token, 16);
  await shop.sweep();
};

/** Buys for one adult with two booklets and a coupon: everything that an order can have. Its notices are delivered: a late one would repeat a due refund. */
export const bought = async (shop: Shop) => {
  const [span, email] = [await newSlot(shop), newAddress()];
  const coupon = await newCoupon(shop, { use_limit: 1 });
  const { order: token, ...ticket } = await buyTicket(shop, span, { sets: [{ id: booklet, count: 2 }], email, coupon });
  await allNotified(shop);
  return { span, token, email, ...ticket };
};
