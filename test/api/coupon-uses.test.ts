import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { hashOf } from '#server/core/crypto.ts';
import { exampleSites, siteCodes } from '#test/tools/example-sites.ts';
import { changeRows, newSlot, passMinutes } from './kit/arrange.ts';
import { choiceOf, hold, newKey, ready, setFault, timed } from './kit/buyer.ts';
import { applyCoupon, changeCoupon, couponRefusal, endHold, newCoupon, sendCoupon, usesOf } from './kit/extras.ts';
import { catalogueOf, openOps } from './kit/ops.ts';
import { pay, replyOf } from './kit/pay.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());
const slot = await newSlot(shop, { seats: 300 });

const readOrder = (token: string) => shop.call('getOrder', { params: { token } });
const takeHold = (adults = 1) => hold(shop, slot, { adults });

/** An order with a coupon that one order may use, ready to be paid. */
const withCoupon = async () => {
  const code = await newCoupon(shop, { use_limit: 1 });
  const order = await ready(shop, slot);
  await applyCoupon(shop, order.token, code);
  return { ...order, code };
};

describe('a use', () => {
  const extend = (token: string) => shop.call('extendOrder', { params: { token } });

  it('is released once when the order is cancelled or expires, and stays used when it is paid', async () => {
    const code = await newCoupon(shop);
    const [cancelled, ended, paid] = [await takeHold(), await takeHold(), await ready(shop, slot)];
    for (const { token } of [cancelled, ended, paid]) await applyCoupon(shop, token, code);
    expect(await usesOf(shop, code)).toBe(3);
    for (let times = 0; times < 2; times += 1) await shop.call('deleteOrder', { params: { token: cancelled.token } });
    for (let times = 0; times < 2; times += 1) await endHold(shop, ended.token);
    expect(await usesOf(shop, code)).toBe(1);
    expect(replyOf(await pay(shop, { ...paid, price: paid.price - 100 })).status).toBe('paid');
    await shop.sweep();
    expect(await usesOf(shop, code)).toBe(1);
  });

  it('is taken again when the hold is renewed', async () => {
    const { token, price, code } = await withCoupon();
    await endHold(shop, token);
    expect(await readOrder(token)).toMatchObject({ status: 'expired', price: price - 100 });
    expect(await extend(token)).toMatchObject({ price: price - 100, coupon: { coupon_code: code } });
    expect(await usesOf(shop, code)).toBe(1);
  });

  it.each<[string, (code: string) => Promise<unknown>, number]>([
    ['another order has it', async (code) => applyCoupon(shop, (await takeHold()).token, code), 1],
    ['its time is over', (code) => changeCoupon(shop, code, { valid_until: new Date(0) }), 0],
  ])('is removed when the hold is renewed and %s', async (_name, spoil, expectedUses) => {
    const { token, price, code } = await withCoupon();
    await endHold(shop, token);
    await spoil(code);
    expect(await extend(token)).toMatchObject({ status: 'open', price, coupon: null });
    expect(await usesOf(shop, code)).toBe(expectedUses);
  });

  it('removed during payment changes the price, which the visitor can read and then pay', async () => {
    const { code, ...order } = await withCoupon();
    await endHold(shop, order.token);
    await applyCoupon(shop, (await takeHold()).token, code);
    const refused = problemOf(await pay(shop, { ...order, price: order.price - 100 }));
    expect(refused).toMatchObject({ status: 409, code: 'invalid_input', fields: ['price'] });
    expect(await readOrder(order.token)).toMatchObject({ status: 'open', price: order.price, coupon: null });
    expect(replyOf(await pay(shop, order)).status).toBe('paid');
  });

  it.each([
    ['honoured with it', false, 'paid'],
    ['refunded when another order has it', true, 'payment_refunded'],
  ])('that was released before the payment arrived: the payment is %s', async (_name, isTaken, outcome) => {
    const { code, ...order } = await withCoupon();
    await setFault(shop, { route: 'payment_intents.create', fault: 'hold', id: code });
    const paying = pay(shop, { ...order, price: order.price - 100 });
    await shop.sandbox.sandbox.faults.whenHeld(code);
    await changeRows(shop, 'orders', { token_hash: hashOf(order.token) }, { status: 'expired' });
    await changeRows(shop, 'coupon_uses', { coupon_id: code }, { counted: false });
    await changeRows(shop, 'coupons', { site: 'borderless', id: code }, { uses: 0 });
    if (isTaken) await applyCoupon(shop, (await takeHold()).token, code);
    shop.sandbox.sandbox.faults.release(code);
    const answer = await paying;
    expect(answer.status === 200 ? replyOf(answer).status : problemOf(answer).code).toBe(outcome);
    expect(await usesOf(shop, code)).toBe(1);
  });

  it('of a hold that just expired is available to another order', async () => {
    const code = await newCoupon(shop, { use_limit: 1 });
    const [first, second] = [await takeHold(), await takeHold()];
    await applyCoupon(shop, first.token, code);
    expect(await couponRefusal(shop, second.token, code)).toBe('coupon_limit_reached');
    await passMinutes(shop, first.token, 16);
    expect((await applyCoupon(shop, second.token, code)).coupon?.coupon_code).toBe(code);
    expect((await readOrder(first.token)).status).toBe('expired');
  });

  it('is counted once, however many orders try concurrently', async () => {
    const code = await newCoupon(shop, { use_limit: 1 });
    const orders = await Promise.all(Array.from({ length: 25 }, () => takeHold()));
    const answers = await Promise.all(orders.map(({ token }) => sendCoupon(shop, token, code)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(24);
    expect(new Set(refused.map((answer) => problemOf(answer).code))).toEqual(new Set(['coupon_limit_reached']));
    expect(await usesOf(shop, code)).toBe(1);
  });

  it('is counted correctly when orders swap coupons, expire and cancel concurrently', async () => {
    const codes = [await newCoupon(shop), await newCoupon(shop)] as const;
    const orders = await Promise.all(Array.from({ length: 16 }, () => takeHold()));
    await Promise.all(orders.map(({ token }, index) => applyCoupon(shop, token, codes[index % 2 === 0 ? 0 : 1])));
    for (const { token } of orders.slice(12)) await passMinutes(shop, token, 16);
    const answers = await Promise.all([
      ...orders.slice(0, 8).map(({ token }, index) => sendCoupon(shop, token, codes[index % 2 === 0 ? 1 : 0])),
      ...orders.slice(8, 12).map(({ token }) => shop.send('deleteOrder', { params: { token } })),
      shop.sweep(),
      shop.sweep(),
    ]);
    await shop.sweep();
    expect(answers.flatMap((answer) => (answer ? [answer.status] : []))).toEqual(Array.from({ length: 12 }, () => 200));
    expect([await usesOf(shop, codes[0]), await usesOf(shop, codes[1])]).toEqual([4, 4]);
  });
});

describe('an order that replaces another', () => {
  it('keeps its coupon at the new total, as the same use', async () => {
    const code = await newCoupon(shop, { kind: 'percent', amount: 10, use_limit: 1 });
    const { token } = await takeHold();
    await applyCoupon(shop, token, code);
    const body = { ...choiceOf(await newSlot(shop), 3), replaces: token };
    const { order, dropped } = await shop.call('createOrder', { body });
    const gross = order.main_product.order_options.reduce((sum, line) => sum + line.add_cost * line.quantity, 0);
    expect(order).toMatchObject({ price: gross - Math.floor(gross / 10), coupon: { coupon_code: code } });
    expect([dropped, await usesOf(shop, code)]).toEqual([[], 1]);
  });

  it('removes a coupon that no longer applies, and reports it, also in a repeated response', async () => {
    const code = await newCoupon(shop);
    const { token } = await takeHold();
    await applyCoupon(shop, token, code);
    await changeCoupon(shop, code, { visit_from: '2999-01-01' });
    const body = { ...choiceOf(await newSlot(shop), 1), replaces: token };
    const key = newKey();
    const { order, dropped } = await shop.call('createOrder', { body, key });
    expect([order.coupon, dropped, await usesOf(shop, code)]).toEqual([null, ['coupon'], 0]);
    await shop.db.deleteFrom('idempotency').execute();
    expect((await shop.call('createOrder', { body, key })).dropped).toEqual(['coupon']);
  });
});

const ops = await forFile(openOps(shop));

describe('a rest that no payment method of the site takes', () => {
  const usual = shop.deps.sites;
  const sitesWith = (own: NonNullable<Parameters<typeof exampleSites>[1]>[string]) => {
    shop.deps.sites = exampleSites(siteCodes, { borderless: own });
  };
  afterEach(() => {
    shop.deps.sites = usual;
  });
  const leaving = (rest: number, price: number) => newCoupon(shop, { amount: price - rest });

  it('refuses the coupon, says what would be left, and leaves order and coupon as they were', async () => {
    const { token, price } = await takeHold();
    const before = await newCoupon(shop);
    await applyCoupon(shop, token, before);
    for (const rest of [1, 30, 49]) {
      const code = await leaving(rest, price);
      const answer = await sendCoupon(shop, token, code);
      expect(problemOf(answer)).toMatchObject({ status: 409, code: 'coupon_rest_unpayable', fields: ['coupon'] });
      expect(JSON.parse(answer.text).rest).toBe(rest);
      expect(await usesOf(shop, code)).toBe(0);
    }
    expect(await readOrder(token)).toMatchObject({ price: price - 100, coupon: { coupon_code: before } });
    expect((await applyCoupon(shop, token, await leaving(50, price))).price).toBe(50);
    expect((await applyCoupon(shop, token, await leaving(0, price))).price).toBe(0);
  });

  it('is waived where the venue says so and has a method for nothing', async () => {
    sitesWith({ limits: { waiveRest: true } });
    const order = await ready(shop, slot);
    const applied = await applyCoupon(shop, order.token, await leaving(30, order.price));
    expect(applied).toMatchObject({ price: 0, coupon: { coupon_discount: order.price } });
    expect(replyOf(await pay(shop, { ...order, price: 0 }, { method: 'free' })).status).toBe('paid');
    const other = await takeHold();
    expect((await applyCoupon(shop, other.token, await leaving(50, other.price))).price).toBe(50);
    sitesWith({ limits: { waiveRest: true }, settings: { methods: ['stripe_secure'] } });
    const { token, price } = await takeHold();
    expect(await couponRefusal(shop, token, await leaving(30, price))).toBe('coupon_rest_unpayable');
  });

  it('is waived only below what the providers take, whatever the catalogue asks for', async () => {
    sitesWith({ limits: { waiveRest: true } });
    const { token, price } = await takeHold();
    const before = await shop.db.selectFrom('payment_methods').selectAll().where('site', '=', 'borderless').execute();
    await changeRows(shop, 'payment_methods', { site: 'borderless' }, { min_amount: price + 1 });
    onTestFinished(async () => {
      for (const { id, min_amount } of before)
        await changeRows(shop, 'payment_methods', { site: 'borderless', id }, { min_amount });
    });
    for (const rest of [price - 100, 50])
      expect(await couponRefusal(shop, token, await leaving(rest, price))).toBe('coupon_rest_unpayable');
    /* A method of the site counts although it is not on sale now. */
    sitesWith({ limits: { waiveRest: true }, settings: { methods: ['stripe_secure', 'gmo', 'free'] } });
    expect(await couponRefusal(shop, token, await leaving(49, price))).toBe('coupon_rest_unpayable');
    sitesWith({ limits: { waiveRest: true } });
    expect((await applyCoupon(shop, token, await leaving(49, price))).price).toBe(0);
    /* An import warns of the same. */
    const catalogue = await catalogueOf(shop.db, 'borderless');
    const [coupon, adults] = [catalogue.coupons[0], { product_uuid: timed, option_id: 'admission-adult' }];
    const coupons = [49, 50].map((rest) => ({
      ...coupon,
      ...{ code: `LEAVING-${rest}`, kind: 'fixed', amount: price - rest, channel: 'web', scopes: [adults] },
    }));
    const { warnings } = await ops.run('catalogue-import', {
      text: JSON.stringify({ ...catalogue, coupons }),
      dry_run: true,
    });
    expect(warnings).toContain(
      `coupons: LEAVING-50 leaves ¥50 of ¥${price}, which no payment method takes: it is refused there`,
    );
    expect(JSON.stringify(warnings)).not.toContain('LEAVING-49');
  });

  it('drops the coupon of an order that is replaced by a smaller one', async () => {
    const { token } = await takeHold(2);
    const [one, two] = [(await takeHold()).price, (await readOrder(token)).price];
    const code = await leaving(30, one);
    expect((await applyCoupon(shop, token, code)).price).toBe(two - one + 30);
    const body = { ...choiceOf(slot, 1), replaces: token };
    const { order, dropped } = await shop.call('createOrder', { body });
    expect([order.price, order.coupon, dropped]).toEqual([one, null, ['coupon']]);
  });
});
