import { describe, expect, it } from 'vitest';
import { openFixture } from './kit/fixture.ts';
import * as walk from './kit/walk.ts';

/** The language of a page from its first packet on; test/paths/chaos changes it in each state. */
const { lane } = await openFixture();

describe('the language of a page whose app has not loaded', () => {
  it.each([
    ['stored in the tab', '/', 'kr', 'ko'],
    ['of the address', '/?lang=en', 'kr', 'en'],
    ['of the address, behind the hash', '/#/order?lang=zh-hans', 'kr', 'zh-Hans'],
    ['of the site', '/', 'xx', 'ja'],
  ])('is the one %s', async (_name, path, stored, lang) => {
    const { page } = await lane.visit();
    await page.addInitScript((value) => sessionStorage.setItem('ticket-store:lang', JSON.stringify(value)), stored);
    await page.route('**/assets/**', (route) => route.abort());
    await page.goto(`${lane.url}${path}`, { waitUntil: 'domcontentloaded' });
    expect(await page.locator('html').getAttribute('lang')).toBe(lang);
  });
});

it('a site with another default language opens without a reload', async () => {
  const { page, at } = await lane.visit();
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  await page.goto(`${lane.url}/mori/`);
  await page.locator('html[lang="en"][data-state^="purchase.order"] h1').waitFor();
  await at('purchase.order.choosing');
  expect(loads).toBe(1);
});

it('can be chosen where the browser blocks storage', async () => {
  const init = `Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('', 'SecurityError'); } })`;
  const visitor = await lane.visit({ init });
  await visitor.open('#/order');
  await visitor.at('purchase.order.choosing');
  await visitor.control('language.choose').selectOption('kr');
  await visitor.page.locator('html[lang="ko"][data-state^="purchase.order"] h1').waitFor();
  expect(visitor.hash()).toBe('#/order');
});

it('another language cannot be chosen during a payment, and the page says why', async () => {
  const visitor = await lane.visit({ lang: 'en' });
  await walk.toConfirm(visitor, walk.cards.challenged);
  await visitor.click('checkout.submit');
  await visitor.at('purchase.checkout.challenging');
  expect(await visitor.control('language.choose').getAttribute('aria-disabled')).toBe('true');
  expect(await visitor.page.locator('header').textContent()).toContain('while your payment is being processed');
});
