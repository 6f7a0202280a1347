import { describe, expect, it } from 'vitest';
import { customer } from '#test/api/kit/buyer.ts';
import { openFixture } from './kit/fixture.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/** Going from the last page to a step and straight back (`?ref=c`), and cancelling the order. */

const { lane } = await openFixture();

const total = ({ page }: Visitor) => page.locator('.summary .sum dd').first().textContent();
const change = async (visitor: Visitor, to: 'order' | 'sign-in' | 'payment') => {
  await visitor.click('step.change', to);
  await visitor.page.waitForURL(new RegExp(`#/${to}\\?ref=c$`));
};
const expectBack = async (visitor: Visitor) => {
  await visitor.at('purchase.confirm');
  expect(visitor.hash()).toBe('#/confirm');
};

describe('the last page', () => {
  it('lets the visitor change tickets, details and payment, and return directly', async () => {
    const visitor = await lane.visit({ device: 'phone', lang: 'en' });
    const { at, field, fill, page, click } = visitor;
    const charged = await lane.charges();
    await walk.toConfirm(visitor);
    const first = await total(visitor);

    await change(visitor, 'sign-in');
    await page.reload();
    await at('purchase.sign-in.editing');
    expect(visitor.hash()).toBe('#/sign-in?ref=c');
    expect(await field('fullname').inputValue()).toBe(customer.fullname);
    await fill('fullname', '山田 太郎');
    await click('customer.submit');
    await expectBack(visitor);
    expect(await page.locator('main').textContent()).toContain('山田 太郎');

    await change(visitor, 'payment');
    await page.goBack();
    await expectBack(visitor);
    await change(visitor, 'payment');
    await walk.fillCard(visitor, '5555555555554444');
    await click('payment.submit');
    await expectBack(visitor);
    expect(await page.locator('main').textContent()).toContain('4444');

    await change(visitor, 'order');
    await at('purchase.order.choosing');
    expect(await field('admission-adult').inputValue()).toBe('1');
    expect(await page.locator('[data-event="timespan.choose"]:checked').count()).toBe(1);
    await click('order.submit');
    await expectBack(visitor);
    expect(await total(visitor)).toBe(first);

    await change(visitor, 'order');
    await at('purchase.order.choosing');
    await fill('admission-adult', '2');
    await click('order.submit');
    await at('purchase.payment.choosing');
    expect(visitor.hash()).toBe('#/payment?ref=c');
    const alert = page.getByRole('alert').filter({ hasText: 'Your order has changed' });
    expect(await alert.textContent()).toContain(`The total is now ${await total(visitor)}`);
    await walk.payWith(visitor);
    expect(await total(visitor)).not.toBe(first);
    await click('checkout.submit');
    await at('purchase.complete');
    expect(await lane.charges()).toBe(charged + 1);
    expect(visitor.faults()).toEqual([]);
  });
});
