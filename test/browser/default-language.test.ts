import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openFixture } from './kit/fixture.ts';

/** A visitor without a chosen language gets the site's default, after one reload at most (docs/product.md#default-language). */
const { lane } = await openFixture();

/** Serves the page without the embedded catalogue, so that it requests the catalogue. */
const withoutCatalogue = (page: Page): Promise<unknown> =>
  page.route(/\/$/, async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(
      /<script type="application\/json" id="catalogue">[\s\S]*?<\/script>/,
      '',
    );
    await route.fulfill({ response, body: html });
  });

/** Opens mori, whose default is English, and counts the page loads until it settles. */
const openMori = async (page: Page, query = ''): Promise<() => number> => {
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  await page.goto(`${lane.url}/mori/${query}`);
  return () => loads;
};

const waitForLang = (page: Page, lang: string) =>
  page.locator(`html[lang="${lang}"][data-state^="purchase.order"] h1`).waitFor();

describe('the default language of a site', () => {
  it('applies at once if the page embeds the list of languages', async () => {
    const { page, at } = await lane.visit();
    const loads = await openMori(page);
    await waitForLang(page, 'en');
    await at('purchase.order.choosing');
    expect(loads()).toBe(1);
  });

  it('needs one reload if the list must be requested, and none after that', async () => {
    const { page, at } = await lane.visit();
    await withoutCatalogue(page);
    const loads = await openMori(page);
    await waitForLang(page, 'en');
    await at('purchase.order.choosing');
    expect(loads()).toBe(2);
    await page.reload();
    await waitForLang(page, 'en');
    await at('purchase.order.choosing');
    expect(loads()).toBe(3);
  });

  it('does not override a chosen language', async () => {
    const { page, at } = await lane.visit();
    await withoutCatalogue(page);
    const loads = await openMori(page, '?lang=kr');
    await waitForLang(page, 'ko');
    await at('purchase.order.choosing');
    expect(loads()).toBe(1);
  });

  it('causes no reload loop if storage is blocked', async () => {
    const { page, at } = await lane.visit({
      init: 'Object.defineProperty(window, "sessionStorage", { get() { throw new Error("blocked"); } });',
    });
    await withoutCatalogue(page);
    const loads = await openMori(page);
    await waitForLang(page, 'ja');
    await at('purchase.order.choosing');
    expect(loads()).toBe(1);
  });
});
