import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteOrderCoupon } from '#src/api/contract/coupons.ts';
import { hold, newKey, slotAt } from './kit/buyer.ts';
import { newCoupon, sendCoupon } from './kit/extras.ts';
import { type Shop, startShop } from './kit/shop.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.close());

const remove = (token: string, coupon: string) =>
  shop.send(deleteOrderCoupon, { params: { token }, body: { coupon }, key: newKey() });

it.each([
  ['percent', 10],
  ['fixed', 300],
] as const)('a coupon call names coupon, discount and type by themselves too: %s', async (kind, amount) => {
  const { token, price } = await hold(shop, (await slotAt(shop, 0)).id, 1);
  const code = await newCoupon(shop, { kind, amount });
  const coupon_discount = kind === 'fixed' ? amount : Math.floor((price * amount) / 100);
  const put = JSON.parse((await sendCoupon(shop, token, code)).text);
  expect(put).toMatchObject({ coupon_name: code, coupon_discount, discount_type: kind, coupon: { coupon_discount } });
  const removed = JSON.parse((await remove(token, code)).text);
  expect(removed).toMatchObject({ coupon_name: null, coupon_discount: null, discount_type: null, coupon: null, price });
});
