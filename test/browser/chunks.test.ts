import type { Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openFixture } from './kit/fixture.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/** Screens whose code arrives late or not at all (docs/product.md#load-error, docs/architecture.md#loading). */
const { lane, orders } = await openFixture();

const purchase = '**/assets/purchase-pages-*';
const heading = ({ page }: Visitor) => page.locator('h1').textContent();
const reload = ({ page }: Visitor) => page.getByRole('button', { name: 'Reload the page' });
const again = ({ page }: Visitor) => page.getByRole('status').getByRole('button', { name: 'Try again' });

/** A purchase that waits for the code of the sign-in step, with a controlled clock. */
const toWaiting = async (handler: (route: Route) => unknown): Promise<Visitor> => {
  const visitor = await lane.visit({ lang: 'en' });
  await visitor.page.route(purchase, handler);
  await visitor.page.clock.install();
  await walk.toChosen(visitor);
  await visitor.click('order.submit');
  await visitor.page.locator('html[data-state="purchase.sign-in.editing"]').waitFor();
  return visitor;
};

/** The step appears after all, with the same order and all choices. */
const expectContinued = async (visitor: Visitor, made: number): Promise<void> => {
  await visitor.field('fullname').waitFor();
  expect(await visitor.state()).toBe('purchase.sign-in.editing');
  expect(await orders()).toBe(made + 1);
};

describe('the code of the purchase behind the calendar', () => {
  const files = ['/purchase-pages-', '/shared-', '/en-more-'];
  const scripts = () =>
    performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [name] : []));

  it('is asked for once the first screen has reacted, and the next step needs no more', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    const { page } = visitor;
    await visitor.open();
    await page.waitForFunction((names) => {
      const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'));
      return names.every((one) => scripts.some(({ name }) => name.includes(one)));
    }, files);
    const before = await page.evaluate(scripts);
    await walk.chooseTickets(visitor);
    await visitor.click('order.submit');
    await visitor.field('fullname').waitFor();
    // the site's only method is by card, whose form and wallets load their provider's script
    const after = await page.evaluate(scripts);
    expect(after.filter((one) => !before.includes(one) && !one.includes('/stripe'))).toEqual([]);
  });
});

describe('a screen whose code loads slowly', () => {
  it('shows a skeleton, and after ten seconds a retry button that loses no input', async () => {
    const made = await orders();
    let isSlow = true;
    const visitor = await toWaiting((route) => (isSlow ? undefined : route.continue()));
    const { page } = visitor;
    await page.locator('.skeleton').waitFor();
    await page.clock.fastForward(5000);
    expect(await again(visitor).count()).toBe(0);
    const shape = await page.locator('.skeleton').boundingBox();
    await page.clock.fastForward(5000);
    await again(visitor).waitFor();
    expect(await page.locator('.skeleton').boundingBox()).toEqual(shape);
    expect(await page.getByRole('main').textContent()).toContain('This is taking longer than usual.');
    isSlow = false;
    await again(visitor).click();
    await expectContinued(visitor, made);
  });
});

describe('a screen whose code fails to load', () => {
  it('shows the load error for the payment form, which is a separate chunk', async () => {
    const visitor = await lane.visit({ lang: 'en' });
    const form = '**/assets/stripe-forms-*';
    await visitor.page.route(form, (route) => route.abort());
    // the site's only method is chosen already
    await walk.toPayment(visitor);
    await visitor.page.getByRole('alert').waitFor();
    expect(await heading(visitor)).toBe('This page could not be loaded');
    await visitor.page.unroute(form);
    await reload(visitor).click();
    await visitor.at('purchase.payment.choosing');
    await walk.payWith(visitor);
    expect(await visitor.state()).toBe('purchase.confirm');
  });
});

it('a shop whose scripts are blocked says what it is, what may be the reason, and how to buy in another way', async () => {
  const { page } = await lane.visit({ lang: 'en' });
  await page.route('**/assets/entry-*', (route) => route.abort());
  await page.goto(`${lane.url}/?lang=en`);
  const notice = page.locator('#opening');
  // The notice waits ten seconds, because the page may only be slow.
  await notice.evaluate((node) => node.getAnimations().map((one) => one.finish()));
  expect(await notice.getByRole('heading').innerText()).toBe('Digital Art Museum Ticket Shop');
  expect(await notice.innerText()).toMatch(
    /something in this browser blocks its scripts.*We will help you buy your tickets/s,
  );
  expect(await notice.locator('a[href^="tel:"]:visible').count()).toBe(1);
});

// a page contains the texts of its language only
describe('a shop in another language than its page, whose texts', () => {
  const opened = { lang: 'en' } as const;
  const texts = '**/assets/en-*';
  const notice = ({ page }: Visitor) => page.locator('#opening [lang="en"]');

  it('fail to load shows an error, and opens after a reload', async () => {
    const visitor = await lane.visit(opened);
    const { page } = visitor;
    await page.route(texts, (route) => route.abort());
    await page.goto(`${lane.url}/lab-exhibition/#/order?lang=en`);
    await notice(visitor).waitFor();
    expect(await page.locator('#opening').innerText()).toContain('Please reload the page');
    expect(await page.locator('#opening [lang]:visible').count()).toBe(1);
    await page.unroute(texts);
    await reload(visitor).click();
    await visitor.at('purchase.order.choosing');
    expect(await page.locator('#opening').isVisible()).toBe(false);
  });
});
