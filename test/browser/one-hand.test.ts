import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { timed, tomorrow } from '#test/api/kit/buyer.ts';
import { openFixture } from './kit/fixture.ts';
import { toConfirm } from './kit/pay.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/** Controls in a thumb's reach on a phone, and its presses in a whole purchase. */
const { lane } = await openFixture();

const phone = { device: 'phone', lang: 'en', context: { viewport: { width: 390, height: 664 } } } as const;
const isInView = (control: Locator): Promise<boolean> =>
  control.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });

it('the tickets come back below “Change”, which stays in view, however long the list is', async () => {
  const visitor = await lane.visit(phone);
  await visitor.open('', 'purchase.order.choosing');
  await visitor.clickTo('product.choose', 'purchase.order.choosing', timed);
  const change = visitor.page.locator('.unfold');
  await change.scrollIntoViewIfNeeded();
  await change.click();
  await walk.untilStill(visitor.page);
  expect(await isInView(change)).toBe(true);
  expect(await isInView(visitor.control('product.choose', timed))).toBe(true);
});

it('the review has its pay button in view on arrival and at the end, below at most 15 % of a phone', async () => {
  const visitor = await lane.visit(phone);
  await walk.toConfirm(visitor);
  const pay = visitor.control('checkout.submit');
  const { page } = visitor;
  expect(await isInView(pay)).toBe(true);
  const heights = await page.locator('body *').evaluateAll((nodes) =>
    nodes
      .filter((node) => ['fixed', 'sticky'].includes(getComputedStyle(node).position) && node.checkVisibility())
      .map((node) => node.getBoundingClientRect())
      .filter(({ width, top, bottom }) => width >= innerWidth / 2 && top < innerHeight && bottom > 0)
      .map(({ height }) => height),
  );
  expect(heights.length).toBeGreaterThan(0);
  expect(heights.reduce((sum, height) => sum + height) / 664).toBeLessThanOrEqual(0.15);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  expect(await isInView(pay)).toBe(true);
});

describe('one adult', () => {
  // in the bubbling phase: Playwright stops a press that it repeats, because the page moved, before that
  const init = `addEventListener('pointerdown', () => { window.__presses = (window.__presses ?? 0) + 1; });`;
  const later = new Date();
  later.setMonth(later.getMonth() + 1, 1);
  const nextMonth = later.toLocaleDateString('sv').slice(0, 8);
  const ways = [
    ['at the earliest time', 7, ['.slots [data-event="timespan.choose"]']],
    [
      'on a day of next month',
      8,
      [`.calendar [data-day^="${nextMonth}"]:not([aria-disabled="true"])`, walk.freeTimesOfDay],
    ],
  ] as const;

  const pay = async (visitor: Visitor): Promise<void> => {
    await walk.submitToPayment(visitor);
    await walk.typeCard(visitor.card());
    await toConfirm(visitor);
    await walk.submitCheckout(visitor);
    await visitor.page.getByText(/^Adult$/).waitFor();
  };
  const countOf = ({ page }: Visitor): Promise<unknown> => page.evaluate('window.__presses');

  it.each(ways)('%s is bought with %i presses, and nothing was chosen before them', async (_, most, visit) => {
    const visitor = await lane.visit({ ...phone, init });
    const { page, at, click } = visitor;
    await visitor.open('', 'purchase.order.choosing');
    expect(await page.locator('main input:checked').count()).toBe(0);
    await click('product.choose', timed);
    await page.getByRole('button', { name: 'Add one Adult' }).click();
    for (const choice of visit) {
      await at('purchase.order.choosing');
      await page.locator(choice).first().click();
    }
    await pay(visitor);
    expect(await countOf(visitor)).toBeLessThanOrEqual(most);
  });

  it('is bought with three presses fewer by a link of the venue that names ticket, day and people', async () => {
    const visitor = await lane.visit({ ...phone, init });
    await visitor.open(`?lang=en&product=${timed}&date=${tomorrow}&quantity=admission-adult:1`);
    await visitor.page.locator(walk.freeTimesOfDay).first().waitFor();
    await walk.chooseTime(visitor);
    await pay(visitor);
    expect(await countOf(visitor)).toBeLessThanOrEqual(8 - 3);
  });
});
