import { adults, buyTicket, mailedTo, newSlot, sending } from './arrange.ts';
import { customer, purchase } from './buyer.ts';
import { allNotified } from './every-method.ts';
import { booklet, holdSets, newCoupon } from './extras.ts';
import { newAddress } from './mails.ts';
import type { Shop } from './shop.ts';

/** A ticket of four adults: one was split off, one sent to another address, the rest moved to another date. */
export const scattered = async (shop: Shop) => {
  const [from, to] = [await newSlot(shop), await newSlot(shop)];
  const holder = await buyTicket(shop, from, 4);
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
