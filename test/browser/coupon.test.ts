import { describe, expect, it } from 'vitest';
import { audit } from './kit/axe.ts';
import { openFixture } from './kit/fixture.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/** Coupons on the payment step (docs/product.md#screen-payment), with the codes of server/seed/coupons.ts. */
const { lane } = await openFixture();

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
});
