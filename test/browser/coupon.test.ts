import { describe, expect, it } from 'vitest';
import { getOrder } from '#src/api/contract/orders.ts';
import { audit } from './kit/axe.ts';
import { orderToken } from './kit/failure.ts';
import { openFixture } from './kit/fixture.ts';
import { cutCall, holdCall, moments } from './kit/hold.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/** Coupons on the payment step (docs/product.md#screen-payment), with the codes of server/seed/coupons.ts. */
const { shop, lane } = await openFixture();

const apply = async ({ fill, click, at }: Visitor, code: string): Promise<void> => {
  await fill('coupon', code);
  await click('coupon.apply');
  await at('purchase.payment.choosing');
};
const total = ({ page }: Visitor) => page.locator('.summary .sum dd').first().textContent();

describe('a coupon', () => {
  it('typed in lower case and full width is applied, survives a reload, and can be removed', async () => {
    const visitor = await lane.visit({ device: 'phone', lang: 'en' });
    await walk.toPayment(visitor);
    const full = await total(visitor);
    await apply(visitor, 'ｗelcome10 ');
    await visitor.control('coupon.remove').waitFor();
    const less = await total(visitor);
    expect(less).not.toBe(full);
    expect((await audit(visitor.page)).violations).toEqual([]);
    await visitor.page.reload();
    await visitor.at('purchase.payment.choosing');
    expect(await total(visitor)).toBe(less);
    await visitor.click('coupon.remove');
    await visitor.field('coupon').waitFor({ state: 'attached' });
    expect(await total(visitor)).toBe(full);
  });

  it('reduces the charged price and is shown on the confirmation page', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    const before = await lane.charges();
    await walk.toPayment(visitor);
    await apply(visitor, 'LIGHT500');
    await visitor.control('coupon.remove').waitFor();
    await walk.payWith(visitor);
    expect(await visitor.page.locator('main').textContent()).toContain('−¥500');
    await visitor.click('checkout.submit');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(before + 1);
  });
});

describe('the total', () => {
  /** The server's price of the order, formatted as on the page. */
  const charged = async (visitor: Visitor): Promise<string> => {
    const { price } = await shop.call(getOrder, { params: { token: await orderToken(visitor) } });
    return `¥${price.toLocaleString('ja-JP')}`;
  };

  it.each(moments)(
    'matches the order when the response about a coupon is lost (%s), and after a reload meanwhile',
    async (moment) => {
      const visitor = await lane.visit({ lang: 'en' });
      await walk.toPayment(visitor);
      await cutCall(visitor, 'createOrderCoupon', moment, 1);
      await apply(visitor, 'WELCOME10');
      expect(await total(visitor)).toBe(await charged(visitor));
      if (await visitor.page.getByRole('dialog').isVisible()) await visitor.click('dialog.ok');
      if (moment === 'before it is sent') await apply(visitor, 'WELCOME10');
      await visitor.control('coupon.remove').waitFor();
      const paused = await holdCall(visitor, 'deleteOrderCoupon', moment);
      await visitor.click('coupon.remove');
      await paused.reached;
      await visitor.page.reload();
      paused.release();
      await visitor.field('coupon').waitFor({ state: 'attached' });
      await visitor.at('purchase.payment.choosing');
      expect(await total(visitor)).toBe(await charged(visitor));
    },
  );
});
