import { describe, expect, it } from 'vitest';
import { openFixture } from './kit/fixture.ts';

/** The language of a page from its first packet on; test/paths changes it in each state. */
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
