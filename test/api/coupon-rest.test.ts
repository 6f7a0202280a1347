import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { exampleSites, siteCodes } from '#test/tools/example-sites.ts';
import { changeRows } from './kit/arrange.ts';
import { choiceOf, hold, pay, ready, replyOf, slotAt, timed } from './kit/buyer.ts';
import { applyCoupon, couponRefusal, newCoupon, sendCoupon, usesOf } from './kit/extras.ts';
import { catalogueOf, openOps } from './kit/ops.ts';
import { forFile, problemOf, startShop } from './kit/shop.ts';

const shop = await forFile(startShop());
const ops = await forFile(openOps(shop));

const readOrder = (token: string) => shop.call('getOrder', { params: { token } });
const takeHold = async (adults = 1) => hold(shop, (await slotAt(shop, 0)).id, adults, 0);

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
    const order = await ready(shop, (await slotAt(shop, 0)).id);
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
    const slot = (await slotAt(shop, 0)).id;
    const { token } = await takeHold(2);
    const [one, two] = [(await takeHold()).price, (await readOrder(token)).price];
    const code = await leaving(30, one);
    expect((await applyCoupon(shop, token, code)).price).toBe(two - one + 30);
    const body = { ...choiceOf(slot, 1), replaces: token };
    const { order, dropped } = await shop.call('createOrder', { body });
    expect([order.price, order.coupon, dropped]).toEqual([one, null, ['coupon']]);
  });
});
