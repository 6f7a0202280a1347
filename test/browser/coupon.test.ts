import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { audit } from './kit/axe.ts';
import { startOwnShop } from './kit/host.ts';
import { openLane } from './kit/lane.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/** Coupons on the payment step (SCREENS "payment"): the codes of server/seed/coupons.ts. */
const lane = await openLane(await startOwnShop());
afterEach(lane.leave);
afterAll(lane.close);

const apply = async ({ fill, press, at }: Visitor, code: string): Promise<void> => {
  await fill('coupon', code);
  await press('coupon.apply');
  await at('purchase.payment.choosing');
};
const total = ({ page }: Visitor) => page.locator('.summary .sum dd').first().textContent();

describe('a coupon', () => {
  it('typed small and wide is applied, said by name and amount, survives a reload, and can be taken away', async () => {
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
    await visitor.press('coupon.remove');
    await visitor.field('coupon').waitFor();
    expect(await total(visitor)).toBe(full);
  });

  it('is paid for at the lower price, and stands on the last page before it', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    const before = await lane.charges();
    await walk.toPayment(visitor);
    await apply(visitor, 'LIGHT500');
    await visitor.control('coupon.remove').waitFor();
    await walk.payWith(visitor);
    expect(await visitor.page.locator('main').textContent()).toContain('−¥500');
    await visitor.press('checkout.submit');
    await visitor.at('purchase.complete');
    expect(await lane.charges()).toBe(before + 1);
  });

  it('for everything leaves nothing to pay', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    const before = await lane.charges();
    await walk.toPayment(visitor);
    await apply(visitor, 'FULLFREE');
    expect(await visitor.control('method.choose', 'free').isChecked()).toBe(true);
    await visitor.press('payment.submit');
    await visitor.at('purchase.confirm');
    await visitor.press('checkout.submit');
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
  ])('"%s" is refused at its field, nothing lost', async (code, words) => {
    const visitor = await lane.visit({ lang: 'en' });
    await walk.toPayment(visitor);
    const full = await total(visitor);
    await apply(visitor, code);
    await visitor.page.getByText(words).waitFor();
    const field = visitor.field('coupon');
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await field.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(await field.inputValue()).toBe(code);
    expect(await total(visitor)).toBe(full);
  });
});
