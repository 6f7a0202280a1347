import { expect, it } from 'vitest';
import { openFixture } from './kit/fixture.ts';
import { chooseTickets, rootOf, soldAt } from './kit/site-walk.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/** A press counts where it began: nothing moves from under it. */
const { shop, lane } = await openFixture();
const artizon = { site: 'artizon', lang: 'en' } as const;

const toDetails = async (visitor: Visitor): Promise<void> => {
  const [product] = await soldAt(shop, artizon);
  await visitor.page.goto(`${rootOf(shop, artizon.site)}/?lang=en`);
  await chooseTickets(visitor, product);
  await visitor.clickTo('order.submit', 'purchase.sign-in.editing');
  await visitor.page.locator('form details > summary').click();
};

/** The second radio button and its centre, scrolled to the middle of the window, where it stays: a field has the focus. */
const aimAt = async ({ page }: Visitor) => {
  await walk.untilStill(page);
  const radio = page.locator('[name=gender]').nth(1);
  await radio.evaluate((node) => node.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const { x, y, width, height } = (await radio.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { radio, x: x + width / 2, y: y + height / 2 };
};

it('a press goes on while wallets turn out to be missing', async () => {
  const userAgent = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/124.0 Mobile Safari/537.36';
  const init = 'window.__wallets = [];';
  // the form is seen with the page at its top, where Chromium holds nothing in its place
  const context = { userAgent, viewport: { width: 390, height: 2400 } };
  const visitor = await lane.visit({ device: 'phone', lang: 'en', init, context });
  const { page } = visitor;
  const { promise: pressed, resolve: press } = Promise.withResolvers<void>();
  await page.route(/\/sandbox\/stripe\.js/, async (route) => {
    await pressed;
    await route.continue();
  });
  await toDetails(visitor);
  await visitor.fill('fullname', 'Hanako Yamada');
  const { radio, x, y } = await aimAt(visitor);
  await page.mouse.move(x, y);
  await page.mouse.down();
  const loaded = page.waitForResponse(/\/sandbox\/stripe\.js/);
  press();
  await (await loaded).finished();
  await walk.untilStill(page);
  await page.mouse.up();
  expect(await radio.isChecked()).toBe(true);
  await page.locator('.express-pay').waitFor({ state: 'detached' });
});
