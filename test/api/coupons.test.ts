import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { beginAtOnce, readPayable } from '#server/payments/begin.ts';
import { addDays } from '#src/domain/dates.ts';
import { changeRows, changeSlot, newSlot, rowOf } from './kit/arrange.ts';
import { choiceElsewhere, clearFaults, dated, hold, newKey, ready, setFault, timed, tomorrow } from './kit/buyer.ts';
import { applyCoupon, audio, couponRefusal, holdSets, newCoupon, sendCoupon, usesOf } from './kit/extras.ts';
import { challenge, pay, replyOf } from './kit/pay.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());
const slot = await newSlot(shop, { seats: 300 });

const readOrder = (token: string) => shop.call('getOrder', { params: { token } });
const takeHold = (adults = 1, children = 0) => hold(shop, slot, { adults, children });

/** An order for another product of the seed. */
const other = async (product_uuid: string, option: string) => {
  const made = await shop.call('createOrder', { body: await choiceElsewhere(shop, product_uuid, option) });
  return { token: made.order_token, price: made.order.price };
};

describe('a coupon', () => {
  it('counts set products as well', async () => {
    const { token, price } = await holdSets(shop, slot, { id: audio, count: 2 });
    expect((await applyCoupon(shop, token, 'WELCOME10')).price).toBe(price - Math.floor(price / 10));
  });

  it('is sent with what it counts, so that a page can tell the total of another choice', async () => {
    const { token } = await takeHold();
    const everything = { kind: 'percent', amount: 10, scopes: [] };
    expect((await applyCoupon(shop, token, 'WELCOME10')).coupon?.rule).toEqual(everything);
    const code = await newCoupon(shop, { amount: 300 });
    const scope = { site: 'borderless', coupon_id: code, product_uuid: timed, option_id: null } as const;
    await shop.db.insertInto('coupon_scopes').values(scope).execute();
    expect((await applyCoupon(shop, token, code)).coupon?.rule).toEqual({
      kind: 'fixed',
      amount: 300,
      scopes: [{ product_uuid: timed, option_id: null }],
    });
  });

  it('replaces another only when it is accepted', async () => {
    const { token, price } = await takeHold();
    const [first, second] = [await newCoupon(shop, { amount: 100 }), await newCoupon(shop, { amount: 200 })];
    await applyCoupon(shop, token, first);
    expect(await couponRefusal(shop, token, 'USEDUP')).toBe('coupon_limit_reached');
    expect(await readOrder(token)).toMatchObject({ price: price - 100, coupon: { coupon_code: first } });
    expect((await applyCoupon(shop, token, second)).price).toBe(price - 200);
    expect([await usesOf(shop, first), await usesOf(shop, second)]).toEqual([0, 1]);
  });

  it('that changes the total while a payment begins starts no payment of the total before', async () => {
    const { token, price } = await ready(shop, slot);
    const wish = { site: 'borderless', payment_method: 'stripe_secure', lang: 'en' } as const;
    const read = await readPayable(shop.db, token, wish);
    await applyCoupon(shop, token, 'LIGHT500');
    const payment = { token: 'tok', brand: 'visa', last4: '4242' };
    const attempt = { ...wish, order: read.id, id: newKey(), browser: null, base: shop.url, payment, price };
    expect(await beginAtOnce(shop.deps, read, attempt)).toBeNull();
  });
});

describe('a coupon is refused', () => {
  it('for another product or option, and counts only for its own', async () => {
    const garden = await other(dated, 'garden-adult');
    expect((await applyCoupon(shop, garden.token, 'OTHERONLY')).price).toBe(
      garden.price - Math.floor(garden.price / 5),
    );
    const code = await newCoupon(shop, { kind: 'percent', amount: 50 });
    const scope = { site: 'borderless', coupon_id: code, product_uuid: timed, option_id: 'admission-child' } as const;
    await shop.db.insertInto('coupon_scopes').values(scope).execute();
    expect(await couponRefusal(shop, (await takeHold(2)).token, code)).toBe('coupon_not_available');
    expect(await couponRefusal(shop, garden.token, code)).toBe('coupon_not_available');
    const { token, order } = await takeHold(1, 2);
    const child = order.main_product.order_options.find(({ id }) => id === 'admission-child')?.add_cost;
    expect((await applyCoupon(shop, token, code)).coupon?.coupon_discount).toBe(child);
  });

  it('for a visit that ends at midnight before its first day', async () => {
    const span = await newSlot(shop);
    const next = addDays(tomorrow, 1);
    await changeSlot(shop, span, { reservation_to: new Date(`${next}T00:00:00+09:00`) });
    const { token } = await hold(shop, span);
    expect(await couponRefusal(shop, token, await newCoupon(shop, { visit_from: next }))).toBe(
      'coupon_out_of_coverage',
    );
    await changeSlot(shop, span, { reservation_to: new Date(`${next}T00:00:01+09:00`) });
    expect((await sendCoupon(shop, token, await newCoupon(shop, { visit_from: next }))).status).toBe(200);
  });

  it('by another site', async () => {
    const { token } = await takeHold();
    const code = await newCoupon(shop);
    await changeRows(shop, 'coupons', { code }, { site: 'mori' });
    expect(await couponRefusal(shop, token, code)).toBe('coupon_code_not_exist');
  });
});

it('wrong codes are limited to ten in ten minutes for one order; then even a valid code is rejected', async () => {
  const { token } = await takeHold();
  for (let times = 0; times < 9; times += 1)
    expect(await couponRefusal(shop, token, `GUESS${times}`)).toBe('coupon_code_not_exist');
  expect((await sendCoupon(shop, token, 'LIGHT500')).status).toBe(200);
  expect(await couponRefusal(shop, token, 'EXPIRED')).toBe('coupon_expired');
  const limited = await sendCoupon(shop, token, 'WELCOME10');
  expect(problemOf(limited)).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(500);
  expect((await readOrder(token)).coupon?.coupon_code).toBe('LIGHT500');
  expect((await sendCoupon(shop, (await takeHold()).token, 'WELCOME10')).status).toBe(200);
  await changeRows(shop, 'tries', {}, { tried_at: sql`tried_at - interval '11 minutes'` });
  expect((await sendCoupon(shop, token, 'WELCOME10')).status).toBe(200);
});

describe('a total of nothing', () => {
  it('is paid by the method `free` only, and any other total never by it', async () => {
    const order = await ready(shop, slot);
    expect(problemOf(await pay(shop, order, { method: 'free' })).code).toBe('method_unavailable');
    expect((await applyCoupon(shop, order.token, 'FULLFREE')).price).toBe(0);
    const nothing = { ...order, price: 0 };
    expect(problemOf(await pay(shop, nothing)).code).toBe('method_unavailable');
    expect(problemOf(await pay(shop, order, { method: 'free' })).fields).toEqual(['price']);
    expect(replyOf(await pay(shop, nothing, { method: 'free' })).status).toBe('paid');
    expect(await readOrder(order.token)).toMatchObject({ status: 'paid', price: 0, coupon: { coupon_code: '' } });
  });

  /** An order with an unanswered identity check, and a query for the state of its attempt. */
  const challenged = async () => {
    const order = await ready(shop, slot);
    const reply = await challenge(shop, order);
    const attempt = () => rowOf(shop, 'payments', { provider_id: reply.payment_intent_id });
    return { order, attempt };
  };

  it('may result after a payment started: an open identity check is cancelled first', async () => {
    const { order, attempt } = await challenged();
    expect((await applyCoupon(shop, order.token, 'FULLFREE')).price).toBe(0);
    expect((await attempt()).state).toBe('cancelled');
    expect(replyOf(await pay(shop, { ...order, price: 0 }, { method: 'free' })).status).toBe('paid');
  });

  it('cannot result while the outcome of a payment is unknown', async () => {
    const { order, attempt } = await challenged();
    await setFault(shop, { route: '*', fault: 'unavailable', times: 30 });
    expect(await couponRefusal(shop, order.token, 'FULLFREE')).toBe('order_closed');
    await clearFaults(shop);
    expect((await attempt()).state).toBe('requires_action');
    expect((await applyCoupon(shop, order.token, 'FULLFREE')).price).toBe(0);
  });
});

/** Codes as keyboards and sentences change them. */
describe('a code as people and machines write it', () => {
  const make = async (code: string) => changeRows(shop, 'coupons', { code: await newCoupon(shop) }, { code });
  const take = async (typed: string) => {
    const { token } = await takeHold();
    const answer = await sendCoupon(shop, token, typed);
    return answer.status === 200 ? (await readOrder(token)).coupon?.coupon_code : problemOf(answer).code;
  };

  beforeAll(() => make('SUMMER-FOLD-2O26'));
  it('is found without its dashes, with letters of full width and a digit for a letter', async () => {
    expect(await take('【ＳＵＭＭＥＲ　Ｆ０ＬＤ　２Ｏ２６】')).toBe('SUMMER-FOLD-2O26');
  });

  it('means the coupon of exactly this code, and none where two look like it', async () => {
    for (const code of ['TWIN-0I', 'TWIN-O1', 'GONE-0I', 'GONE-O1']) await make(code);
    await changeRows(shop, 'coupons', { code: 'GONE-0I' }, { withdrawn_at: sql`now()` });
    expect([await take('twin–o1'), await take('TWIN-0I'), await take('TWIN0I')]).toEqual([
      'coupon_code_not_exist',
      'TWIN-0I',
      'coupon_code_not_exist',
    ]);
    expect(await take('TWIN-O1')).toBe('TWIN-O1');
    expect([await take('GONEOL'), await take('GONE-0I')]).toEqual(['GONE-O1', 'coupon_expired']);
  });

  it('counts as no guess where it can be no code', async () => {
    const { token } = await takeHold();
    for (const typed of [
      '――',
      '「」',
      'WELC\u041eME10',
      'クーポン',
      'WELCOME①é',
      ...Array.from({ length: 10 }, () => 'ÄÖ'),
    ])
      expect(await couponRefusal(shop, token, typed)).toBe('coupon_code_not_exist');
    expect((await sendCoupon(shop, token, 'WELCOME10')).status).toBe(200);
  });
});
