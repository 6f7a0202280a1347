import { describe, expect, it } from 'vitest';
import { type Lang, langs } from '#src/domain/lang.ts';
import { paths } from '#src/mirrors/address/paths.ts';
import { readCatalogue } from '#test/house/messages.ts';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
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

  it('a page without the app', async () => {
    const visitor = await lane.visit();
    await visitor.page.goto(`${shop.url}/nowhere`);
    const texts = await visitor.page.locator('aside p').allTextContents();
    expect(texts).toEqual(langs.map((lang) => readCatalogue(lang).shell_demo));
  });
});
