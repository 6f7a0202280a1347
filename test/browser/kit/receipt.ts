import { putOrder } from '#src/api/contract/customers.ts';
import { createOrder } from '#src/api/contract/orders.ts';
import { langs } from '#src/domain/lang.ts';
import { customer, newKey, pay, replyOf, timed } from '#test/api/kit/buyer.ts';
import { applyCoupon, audio, booklet, newCoupon } from '#test/api/kit/extras.ts';
import type { Shop } from '#test/api/kit/shop.ts';
import { newSlot } from '#test/api/kit/slot.ts';

const inAll = <W>(text: W) => JSON.stringify(Object.fromEntries(langs.map((lang) => [lang, text])));

/** Very long names of products, options and coupons. */
const names = {
  product:
    'ボーダレス美術館 特別企画展「水と光の彫刻、あるいは境界のない世界のための三つの習作」日時指定入館チケット（東京・麻布台）',
  option: (place: number) => `一般・大学生・専門学校生（障がい者手帳をお持ちの方と付き添いの方1名まで、会員 ${place}）`,
  coupon: '開館十周年記念 オンライン先行販売 特別優待クーポン（ほかの割引とは併用できません）',
};

/** Buys eight options, two set products and a coupon in one order, all with long names. Returns the ticket's token. */
export const buyMuch = async (shop: Shop): Promise<string> => {
  const product = shop.db.updateTable('products').where('products.site', '=', 'borderless').where('uuid', '=', timed);
  const about = { product_name: names.product, description: '', naming_right: '', caution: '' };
  await product.set({ words: inAll(about) }).execute();
  const options = Array.from({ length: 8 }, (_none, place) => ({ id: `long-${place}`, position: 10 + place }));
  for (const { id, position } of options)
    await shop.db
      .insertInto('product_options')
      .values({
        site: 'borderless',
        id,
        position,
        product_uuid: timed,
        type: 'adult',
        add_cost: 1_000_000 + position,
        min: 0,
        max: 1,
        words: inAll({ name: names.option(position), note: '' }),
      })
      .execute();
  const coupon = await newCoupon(shop, { amount: 1234 });
  const worded = shop.db.updateTable('coupons').where('coupons.site', '=', 'borderless').where('code', '=', coupon);
  await worded.set({ words: inAll({ name: names.coupon }) }).execute();
  const body = {
    lang: 'ja',
    product_uuid: timed,
    time_span_id: await newSlot(shop),
    quantity: options.length,
    option_values: options.map(({ id }) => ({ id, count: 1 })),
    set_products: [booklet, audio].map((id) => ({ id, count: 1 })),
  };
  const { order_token: token } = await shop.call(createOrder, { body, key: newKey() });
  await shop.call(putOrder, { params: { token }, body: customer, key: newKey() });
  const { price } = await applyCoupon(shop, token, coupon);
  const reply = replyOf(await pay(shop, { token, price }));
  if (reply.status !== 'paid') throw new Error(reply.status);
  return reply.completion.reservation_token;
};
