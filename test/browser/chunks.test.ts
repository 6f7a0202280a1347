import { expect, it } from 'vitest';
import { openFixture } from './kit/fixture.ts';
import * as walk from './kit/walk.ts';

/** Screens whose code arrives late or not at all (docs/product.md#load-error, docs/architecture.md#loading). */
const { lane, orders } = await openFixture();

it('the code behind the calendar is asked for once the first screen has reacted, and the next step needs no more', async () => {
  const visitor = await lane.visit({ lang: 'en' });
  const { page } = visitor;
  const scripts = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [name] : [])),
    );
  await visitor.open();
  await expect
    .poll(async () => (await scripts()).join())
    .toMatch(/(?=.*\/purchase-pages-)(?=.*\/shared-)(?=.*\/en-more-)/);
  const before = await scripts();
  await walk.chooseTickets(visitor);
  await visitor.click('order.submit');
  await visitor.field('fullname').waitFor();
  // the site's only method is by card, whose form and wallets load their provider's script
  expect((await scripts()).filter((one) => !before.includes(one) && !one.includes('/stripe'))).toEqual([]);
});

it('a screen whose code loads slowly shows a skeleton, and after ten seconds a retry button that loses no input', async () => {
  const made = await orders();
  const visitor = await lane.visit({ lang: 'en' });
  const { page } = visitor;
  let isSlow = true;
  await page.route('**/assets/purchase-pages-*', (route) => (isSlow ? undefined : route.continue()));
  await page.clock.install();
  await walk.toChosen(visitor);
  await visitor.click('order.submit');
  await page.locator('html[data-state="purchase.sign-in.editing"]').waitFor();
  await page.locator('.skeleton').waitFor();
  await page.clock.fastForward(5000);
  const again = page.getByRole('status').getByRole('button', { name: 'Try again' });
  expect(await again.count()).toBe(0);
  const shape = await page.locator('.skeleton').boundingBox();
  await page.clock.fastForward(5000);
  await again.waitFor();
  expect(await page.locator('.skeleton').boundingBox()).toEqual(shape);
  expect(await page.getByRole('main').textContent()).toContain('This is taking longer than usual.');
  isSlow = false;
  await again.click();
  await visitor.field('fullname').waitFor();
  expect(await orders()).toBe(made + 1);
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
it('a shop in another language than its page, whose texts fail to load, shows an error, and opens after a reload', async () => {
  const { page, at } = await lane.visit({ lang: 'en' });
  const texts = '**/assets/en-*';
  await page.route(texts, (route) => route.abort());
  await page.goto(`${lane.url}/lab-exhibition/#/order?lang=en`);
  await page.locator('#opening [lang="en"]').waitFor();
  expect(await page.locator('#opening').innerText()).toContain('Please reload the page');
  expect(await page.locator('#opening [lang]:visible').count()).toBe(1);
  await page.unroute(texts);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await at('purchase.order.choosing');
  expect(await page.locator('#opening').isVisible()).toBe(false);
});
