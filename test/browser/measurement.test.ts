import { afterAll, afterEach, expect, it } from 'vitest';
import { startOwnShop } from './kit/host.ts';
import { openLane } from './kit/lane.ts';
import { chooseTickets, soldAt } from './kit/site-walk.ts';
import type { Visitor } from './kit/visitor.ts';

/** Scripts of others: a tag manager, which the sandbox plays, after consent; the bot check when it is needed. */
const shop = await startOwnShop();
const lane = await openLane({ ...shop, url: `${shop.url}/lab-exhibition` });
afterEach(lane.closeContexts);
afterAll(lane.close);

const container = 'GTM-LABEX01';

const question = ({ page }: Visitor) => page.getByRole('region', { name: 'Analytics', exact: true });
/** Opens the shop and chooses, since consent is requested only then. */
const begin = async (visitor: Visitor): Promise<void> => {
  await visitor.open();
  const [product] = await soldAt(shop, { site: 'lab-exhibition', lang: 'en' });
  await chooseTickets(visitor, product);
};
const control = ({ page }: Visitor) => page.getByRole('button', { name: 'Analytics settings' });
const accept = (visitor: Visitor) => question(visitor).getByRole('button', { name: 'Accept' });
const decline = (visitor: Visitor) => question(visitor).getByRole('button', { name: 'Decline' });

/** All requests of the visitor's browser to other hosts than the shop, and all scripts of a tag manager. */
const watchOutside = ({ page }: Visitor): string[] => {
  const seen: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname, search } = new URL(request.url());
    if (origin !== new URL(shop.url).origin) seen.push(pathname + search);
  });
  return seen;
};

/** Events that the tag manager received; undefined if it was not loaded. */
const readTags = ({ page }: Visitor): Promise<{ id: string; pushes: unknown[] } | undefined> =>
  page.evaluate(() => Reflect.get(window, '__tagManager'));
const managed = ({ page }: Visitor) => page.waitForFunction(() => Reflect.has(window, '__tagManager'));

it('a visitor who accepts is measured at once and on the next visit, and can withdraw consent', async () => {
  const visitor = await lane.visit({ lang: 'en' });
  const outside = watchOutside(visitor);
  await begin(visitor);
  await accept(visitor).click();
  await managed(visitor);
  expect(outside).toEqual([`/sandbox/gtm.js?id=${container}`]);
  expect((await readTags(visitor))?.id).toBe(container);

  await visitor.page.reload();
  await managed(visitor);
  expect(await question(visitor).count()).toBe(0);
  await control(visitor).click();
  await question(visitor).waitFor();
  expect(await question(visitor).textContent()).toContain('Current setting: accepted');
  expect(await question(visitor).evaluate((strip) => strip === document.activeElement)).toBe(true);
  await decline(visitor).press('Enter');
  await question(visitor).waitFor({ state: 'detached' });
  expect(await control(visitor).evaluate((button) => button === document.activeElement)).toBe(true);
  expect((await readTags(visitor))?.pushes.at(-1)).toEqual(['consent', 'update', { analytics_storage: 'denied' }]);
  expect(visitor.faults()).toEqual([]);
});

it('the script of a site with a bot check loads when an order is submitted, and its badge is replaced by a text', async () => {
  const place = { site: 'mori', lang: 'ja' } as const;
  const visitor = await lane.visit({ device: 'phone' });
  const outside = watchOutside(visitor);
  await visitor.page.goto(`${shop.url}/mori/?lang=ja`);
  await chooseTickets(visitor, (await soldAt(shop, place))[0]);
  expect(await visitor.page.getByText('reCAPTCHA').isVisible()).toBe(true);
  expect(outside.filter((path) => path.includes('recaptcha'))).toEqual([]);
  await visitor.clickTo('order.submit', 'purchase.sign-in.editing');
  expect(outside.filter((path) => path.includes('/recaptcha/api.js'))).toHaveLength(1);
  const badge = visitor.page.locator('.grecaptcha-badge');
  await badge.waitFor({ state: 'attached' });
  expect(await badge.isVisible()).toBe(false);
  expect(visitor.faults()).toEqual([]);
});
