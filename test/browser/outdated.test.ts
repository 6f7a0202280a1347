import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { inEachLang } from '#src/domain/lang.ts';
import { readCatalogue } from '#test/house/messages.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import { buyThree } from './kit/ticket.ts';

/** An unsupported browser, simulated by Chromium without newer features. */
const { shop, lane } = await openFixture();

const noSelectors = `CSS.supports = () => false;`;
const noArrays = 'delete Array.prototype.toSorted;';
const old = `${noSelectors} ${noArrays}`;

const titles = inEachLang((lang) => readCatalogue(lang, 'notices').title ?? 'none');

/** The notice on the page, and the venue's contact links in it. */
const noticeIn = async (page: Page) => {
  const alert = page.getByRole('alert').filter({ visible: true });
  await alert.getByRole('heading').first().waitFor();
  const links = await alert.getByRole('link').evaluateAll((found) => found.map((link) => link.getAttribute('href')));
  return { headings: await alert.getByRole('heading').allInnerTexts(), text: await alert.innerText(), links };
};

describe('in a browser older than the supported ones', () => {
  it.each(sampled('old browsers', [Object.entries(titles)]))(
    'the page says so in %s, and names other ways to buy',
    async (lang, title) => {
      const visitor = await lane.visit({ device: 'phone', init: old });
      const requests: string[] = [];
      visitor.page.on('request', (request) => {
        if (request.url().includes('/api/')) requests.push(request.url());
      });
      await visitor.page.goto(`${lane.url}/?lang=${lang}`);
      const { headings, text, links } = await noticeIn(visitor.page);
      expect(headings).toEqual(lang === 'en' ? [title] : [title, titles.en]);
      for (const version of ['15.4', '105', '115']) expect(text).toContain(version);
      expect(links.slice(0, 2)).toEqual(['tel:0300000000', 'mailto:tickets@museum.example']);
      await visitor.page.waitForLoadState('networkidle');
      expect(await visitor.page.getByRole('heading', { level: 1 }).count()).toBe(0);
      expect(requests).toEqual([]);
    },
  );

  it('a ticket’s page whose scripts do not run blames the old browser, not the connection', async () => {
    const visitor = await lane.visit({ device: 'phone', init: old });
    await visitor.page.route('**/assets/entry-*', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'syntax that an old browser does not know' }),
    );
    await visitor.page.goto(`${lane.url}/tickets/?lang=en#/id/${await buyThree(shop)}`);
    // The notice waits ten seconds, because the page may only be slow.
    await visitor.page.locator('#opening').evaluate((node) => node.getAnimations().map((one) => one.finish()));
    const { text } = await noticeIn(visitor.page);
    expect(text).toContain(titles.en);
    expect(text).not.toContain('connection');
  });
});
