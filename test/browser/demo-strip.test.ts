import { describe, expect, it } from 'vitest';
import { type Lang, langs } from '#src/domain/lang.ts';
import { paths } from '#src/mirrors/address/paths.ts';
import { readCatalogue } from '#test/house/messages.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import { bought } from './kit/ticket.ts';
import type { Visitor } from './kit/visitor.ts';

/** Staging with the sandbox: every page states that nothing is charged. */
const { shop, lane } = await openFixture({ env: 'staging' });

const expectStrip = async ({ page }: Visitor, lang: Lang) => {
  const texts = readCatalogue(lang);
  const strip = page.getByRole('region', { name: texts.shell_demo_label ?? 'none', exact: true });
  await strip.waitFor();
  expect(await strip.textContent()).toBe(texts.shell_demo);
  expect(await strip.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0);
};

const addresses = [...new Set(Object.values(paths).flatMap((row) => row.paths ?? []))].map((path) =>
  path.replaceAll(/:\w+/g, 'none'),
);

describe('every page says that it is a demo', () => {
  const pages = [...addresses, '/nowhere'].map((path, index) => ({ path, lang: langs[index % langs.length] ?? 'ja' }));
  const byLang = langs.map((one) => pages.filter(({ lang }) => lang === one));
  it.each(sampled('pages of a demo', byLang))('$path in $lang', async ({ path, lang }) => {
    const visitor = await lane.visit({ lang });
    await visitor.open(`#${path}`);
    await expectStrip(visitor, lang);
  });

  const upright = langs.map((lang) => ({ lang, width: 1080, height: 1920 }));
  const across = langs.map((lang) => ({ lang, width: 1920, height: 1080 }));
  it.each(sampled('walls of a demo', [upright, across]))(
    'the wall screen in $lang at $width × $height still fits',
    async ({ lang, width, height }) => {
      const visitor = await lane.visit({ lang, context: { viewport: { width, height } } });
      await visitor.open('#/signage/today-ticket-info');
      await visitor.at('signage.showing');
      await expectStrip(visitor, lang);
      /* The strip must neither cover a part of the wall screen nor push it out of the window. */
      const boxOf = async (part: string) => {
        const box = await visitor.page.locator(part).boundingBox();
        return { top: box?.y ?? Number.NaN, bottom: (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN) };
      };
      const [strip, foot] = [await boxOf('.strip'), await boxOf('.wall > footer')];
      // The header's colours reach the window's edge under the strip; what it says does not.
      for (const part of ['.wall-site', 'h1'])
        expect(strip.bottom).toBeLessThanOrEqual((await boxOf(`.wall ${part}`)).top);
      expect(foot.bottom).toBeLessThanOrEqual(height);
      expect(await visitor.page.evaluate(() => document.documentElement.scrollHeight)).toBe(height);
      // Legible from five metres.
      const sizes = await visitor.page
        .locator('.wall-time')
        .evaluateAll((times) => times.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)));
      expect(Math.min(...sizes)).toBeGreaterThan(32);
    },
  );

  it.each(['', '/receipt'])('a ticket and its receipt (%s), on screen and on paper', async (sheet) => {
    const visitor = await lane.visit({ lang: 'en' });
    await visitor.page.goto(`${shop.url}/tickets/?lang=en#/id/${await bought(shop)}${sheet}`);
    await visitor.at(sheet === '' ? 'ticket.showing' : 'receipt');
    await expectStrip(visitor, 'en');
    await visitor.page.emulateMedia({ media: 'print' });
    await expectStrip(visitor, 'en');
  });

  it('a page without the app', async () => {
    const visitor = await lane.visit();
    await visitor.page.goto(`${shop.url}/nowhere`);
    const texts = await visitor.page.locator('aside p').allTextContents();
    expect(texts).toEqual(langs.map((lang) => readCatalogue(lang).shell_demo));
  });
});
