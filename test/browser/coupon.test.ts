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

  it('for the whole price leaves nothing to pay', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    const before = await lane.charges();
    await walk.toPayment(visitor);
    await apply(visitor, 'FULLFREE');
    expect(await visitor.control('method.choose', 'free').isChecked()).toBe(true);
    await visitor.click('payment.submit');
    await visitor.at('purchase.confirm');
    await visitor.click('checkout.submit');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(before);
  });

  it.each([
    ['NOBODY', 'There is no coupon with this code. Please check what you entered.'],
    ['EXPIRED', 'This coupon has expired.'],
    ['USEDUP', 'This coupon has been used up.'],
    ['OTHERONLY', 'This coupon cannot be used for these tickets.'],
    ['FUTURE', 'This coupon is not valid for the chosen date.'],
    ['GATEONLY', 'This coupon cannot be used in this shop.'],
    [' ', 'Please enter the coupon code.'],
  ])('"%s" is rejected with an error at its field, and the order is unchanged', async (code, message) => {
    const visitor = await lane.visit({ lang: 'en' });
    await walk.toPayment(visitor);
    const full = await total(visitor);
    await apply(visitor, code);
    await visitor.page.getByText(message).waitFor();
    const field = visitor.field('coupon');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(await field.inputValue()).toBe(code);
    expect(await total(visitor)).toBe(full);
  });
});

describe('the total', () => {
  /** The server's price of the order, formatted as on the page. */
  const charged = async (visitor: Visitor): Promise<string> => {
    const { price } = await shop.call(getOrder, { params: { token: await orderToken(visitor) } });
    return `¥${price.toLocaleString('ja-JP')}`;
  };
  const back = async (visitor: Visitor): Promise<void> => {
    await visitor.page.goBack();
    await visitor.at('purchase.confirm');
  };

  it('matches the order after “change payment”, Back, “change payment”, and is what is charged', async () => {
    const visitor = await lane.visit({ device: 'phone', lang: 'en' });
    const before = await lane.charges();
    await walk.toConfirm(visitor);
    await visitor.click('step.change', 'payment');
    await visitor.at('purchase.payment.choosing');
    await apply(visitor, 'WELCOME10');
    await visitor.control('coupon.remove').waitFor();
    expect(await total(visitor)).toBe(await charged(visitor));
    await back(visitor);
    await visitor.click('step.change', 'payment');
    await visitor.at('purchase.payment.choosing');
    await visitor.click('coupon.remove');
    await visitor.field('coupon').waitFor({ state: 'attached' });
    expect(await total(visitor)).toBe(await charged(visitor));
    await back(visitor);
    await visitor.click('step.change', 'payment');
    await visitor.at('purchase.payment.choosing');
    await apply(visitor, 'LIGHT500');
    await visitor.control('coupon.remove').waitFor();
    expect(await total(visitor)).toBe(await charged(visitor));
    await back(visitor);
    await visitor.click('checkout.submit');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(before + 1);
  });

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

  it('is not shown while offline, and matches the order when online again, without a reload', async () => {
    const visitor = await lane.visit({ device: 'phone', lang: 'en' });
    await walk.toPayment(visitor);
    await visitor.page.context().setOffline(true);
    await visitor.fill('coupon', 'WELCOME10');
    await visitor.click('coupon.apply');
    await visitor.click('dialog.ok');
    expect(await visitor.state()).toBe('purchase.payment.couponing');
    await visitor.page.context().setOffline(false);
    await visitor.at('purchase.payment.choosing');
    expect(await visitor.field('coupon').inputValue()).toBe('WELCOME10');
    await apply(visitor, 'WELCOME10');
    await visitor.control('coupon.remove').waitFor();
    expect(await total(visitor)).toBe(await charged(visitor));
  });

  it('matches the order in a duplicated tab that also changes the coupon', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    await walk.toPayment(visitor);
    const twin = await visitor.twin();
    await twin.at('purchase.payment.choosing');
    await apply(visitor, 'WELCOME10');
    await visitor.control('coupon.remove').waitFor();
    await apply(twin, 'LIGHT500');
    await twin.control('coupon.remove').waitFor();
    expect(await total(twin)).toBe(await charged(twin));
    expect(await twin.page.getByRole('dialog').isVisible()).toBe(false);
  });
});
