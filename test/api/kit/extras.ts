import type { CouponRule } from '#src/domain/coupon.ts';
import { adults, buyTicket, changeRows, mailedTo, newSlot, passMinutes, rowOf, rowsOf, sending } from './arrange.ts';
import { choiceOf, customer, newKey, purchase } from './buyer.ts';
import { allNotified } from './every-method.ts';
import { newAddress } from './mails.ts';
import { problemOf, type Shop } from './shop.ts';

/** The default site's set products: the first is also sold with the dated product, the second only with the timed one. */
export const booklet = '5f0c7c0a-6f1e-4b53-9d0e-1b8f0a4c2e01';
export const audio = '5f0c7c0a-6f1e-4b53-9d0e-1b8f0a4c2e02';

export type SetCount = { id: string; count: number };

/** The body of an order of one adult and set products. */
export const withSets = (span: string, ...set_products: SetCount[]) => ({ ...choiceOf(span, 1), set_products });

/** Takes a hold on one seat of the slot and set products. */
export const holdSets = async (shop: Shop, span: string, ...sets: SetCount[]) => {
  const made = await shop.call('createOrder', { body: withSets(span, ...sets) });
  return { token: made.order_token, price: made.order.price, order: made.order };
};

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

/** A ticket of four adults: one was split off, one sent to another address, the rest moved to another date. */
export const scattered = async (shop: Shop) => {
  const [from, to] = [await newSlot(shop), await newSlot(shop)];
  const holder = await buyTicket(shop, from, { adults: 4 });
  const split = await shop.call('splitTicket', { params: holder.params, body: { option_values: adults(1) } });
  const body = sending(1);
  await shop.call('sendTicket', { params: holder.params, body });
  const sent = await mailedTo(shop, body.email);
  const time_span_id = to;
  const moved = await shop.call('changeDate', { params: holder.params, body: { time_span_id } });
  const tokens = { buyer: moved.reservation_token, split: split.reservation_token, sent };
  return { ...holder, from, to, tokens, email: body.email };
};

/** Buys for one adult with two booklets and a coupon: everything that an order can have. Its notices are delivered: a late one would repeat a due refund. */
export const bought = async (shop: Shop) => {
  const span = await newSlot(shop);
  const code = await newCoupon(shop, { use_limit: 1 });
  const { token } = await holdSets(shop, span, { id: booklet, count: 2 });
  const email = newAddress();
  await shop.call('createOrderCoupon', { params: { token }, body: { coupon: code } });
  const { price } = await shop.call('putOrder', { params: { token }, body: { ...customer, email } });
  const { reservation_token, reservation_number: number } = await purchase(shop, { token, price });
  await allNotified(shop);
  return { span, code, token, price, email, number, params: { reservation_token } };
};

/** Buys for one adult with a coupon that takes everything off. Returns the number. */
export const buyFree = async (shop: Shop): Promise<string> => {
  const { token } = await holdSets(shop, await newSlot(shop));
  await applyCoupon(shop, token, 'FULLFREE');
  await shop.call('putOrder', { params: { token }, body: { ...customer, email: newAddress() } });
  return (await purchase(shop, { token, price: 0 }, { method: 'free' })).reservation_number;
};
