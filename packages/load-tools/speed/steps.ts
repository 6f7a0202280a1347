import type { Page } from 'playwright-core';
import { customer } from 'ticket-store/test/api/kit/buyer.ts';
import { timesOfDay, typeCard } from 'ticket-store/test/browser/kit/walk.ts';

const control = (event: string) => `[data-event="${event}"]`;
const free = ':not([aria-disabled]):not(:checked)';

/** Presses in the page and measures until the selector is seen, ms. */
const timed = (page: Page, pressed: string, answer: string): Promise<number> =>
  page.evaluate(
    async ([from = '', to = '']) => {
      const isSeen = () => (document.querySelector(to)?.getBoundingClientRect().height ?? 0) > 0;
      const start = performance.now();
      document.querySelector<HTMLElement>(from)?.click();
      // the press has taken away what stood there before
      await Promise.resolve().then(() => null);
      while (!isSeen()) await new Promise((resolve) => requestAnimationFrame(resolve));
      return performance.now() - start;
    },
    [pressed, answer],
  );

/** Makes the order free by a coupon. */
const takeCoupon = async (page: Page): Promise<void> => {
  await page.locator('details:has([name="coupon"]) > summary').click();
  await page.locator('[name="coupon"]').fill('FULLFREE');
  await page.locator(control('coupon.apply')).click();
  await page.locator(control('coupon.remove')).waitFor();
};

/** The steps of a purchase after its first times are shown; names as in the table of the tool. */
export const purchaseSteps = async (page: Page, way: 'free' | 'card') => {
  // one of the next days: the calendar is closed once a day is chosen
  const day = `input${control('day.choose')}:not(:checked):not([aria-disabled])`;
  const dayStep = await timed(page, day, timesOfDay);
  await page.locator(`${timesOfDay}${free}`).nth(3).check();
  const count = page.locator('.stepper input').first();
  if ((await count.inputValue()) === '0') await count.fill('1');
  // stock and set products of the time are read before the visitor goes on
  await page.waitForTimeout(1500);
  const detailsStep = await timed(page, control('order.submit'), '[name="fullname"]');
  await page.waitForTimeout(1500);
  const { fullname, email, phone } = customer;
  for (const [name, value] of Object.entries({ fullname, email, email_confirm: email, phone }))
    await page.locator(`[name="${name}"]`).fill(value);
  const paymentStep = await timed(page, control('customer.submit'), control('payment.submit'));
  await (way === 'free' ? takeCoupon(page) : typeCard(page.frameLocator('.card-form iframe')));
  await page.waitForTimeout(1500);
  const reviewStep = await timed(page, control('payment.submit'), control('checkout.submit'));
  await page.waitForTimeout(1500);
  const ticketStep = await timed(page, control('checkout.submit'), control('page.requested.ticket'));
  return { day: dayStep, details: detailsStep, payment: paymentStep, review: reviewStep, ticket: ticketStep };
};
