import type { Locator } from 'playwright-core';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { barsOf, untilStill } from '#test/tools/effort/measure.ts';
import { startOwnShop } from './kit/host.ts';
import { openLane } from './kit/lane.ts';
import { chooseMethod } from './kit/pay.ts';
import { toPaymentAt } from './kit/site-walk.ts';
import * as walk from './kit/walk.ts';

/** What comes to the thumb, and what stays in reach, from the customer's details to the review. */
const shop = await startOwnShop();
const lane = await openLane(shop);
afterEach(lane.closeContexts);
afterAll(lane.close);

const phone = { device: 'phone', lang: 'en', context: { viewport: { width: 390, height: 664 } } } as const;
const isInView = (control: Locator): Promise<boolean> =>
  control.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

describe('the payment methods', () => {
  it('stay in view when one is chosen: only a list that can be unfolded folds', async () => {
    const visitor = await lane.visit(phone);
    await toPaymentAt(visitor, shop, { site: 'artizon', lang: 'en' });
    const methods = visitor.page.locator('[data-event="method.choose"]');
    await expect.poll(() => methods.count()).toBe(2);
    await chooseMethod(visitor, 'gmo_paypay');
    for (const method of await methods.all()) expect(await method.isVisible()).toBe(true);
  });

  it('come into view with the focus when none of several was chosen', async () => {
    const visitor = await lane.visit(phone);
    await toPaymentAt(visitor, shop, { site: 'artizon', lang: 'en' });
    await visitor.click('payment.submit');
    await visitor.page.getByRole('alert').getByText('Please choose how you would like to pay.').waitFor();
    await untilStill(visitor.page);
    const first = visitor.page.locator('[data-event="method.choose"]').first();
    expect(await first.evaluate((node) => node === document.activeElement)).toBe(true);
    expect(await isInView(first)).toBe(true);
  });
});

describe('the review', () => {
  it('has its pay button in view on arrival and at the end, below at most 15 % of a phone', async () => {
    const visitor = await lane.visit(phone);
    await walk.toConfirm(visitor);
    const pay = visitor.control('checkout.submit');
    const { page } = visitor;
    expect(await isInView(pay)).toBe(true);
    const { top, bottom } = await barsOf(page);
    expect((top + bottom) / 664).toBeLessThanOrEqual(0.15);
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
    expect(await isInView(pay)).toBe(true);
  });
});

describe('on a desktop', () => {
  it('each step has its heading at the same place and its button in the first view', async () => {
    const visitor = await lane.visit({
      device: 'desktop',
      lang: 'en',
      context: { viewport: { width: 1280, height: 900 } },
    });
    const { page } = visitor;
    const place = async (button: string) => {
      await untilStill(page);
      await page.evaluate(() => scrollTo(0, 0));
      const heading = await page.locator('h1').boundingBox();
      return { left: heading?.x, top: heading?.y, isInView: await isInView(visitor.control(button)) };
    };
    await walk.toSignIn(visitor);
    const signIn = await place('customer.submit');
    await walk.fillCustomer(visitor);
    await visitor.click('customer.submit');
    await visitor.at('purchase.payment.choosing');
    const payment = await place('payment.submit');
    await walk.payWith(visitor);
    const review = await place('checkout.submit');
    expect(signIn.isInView).toBe(true);
    expect([payment, review]).toEqual([signIn, signIn]);
  });
});
