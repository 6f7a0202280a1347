import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { exampleFolder } from '#src/sites/folder.ts';
import { siteCodes } from '#test/tools/example-sites.ts';
import { openFixture } from './kit/fixture.ts';
import { rootOf } from './kit/site-walk.ts';

/** Each site's picture: visible with the first heading, 8:3, and matching the colour scheme. */
const { shop, lane } = await openFixture();

const artworkOf = (site: string): string => readFileSync(join(exampleFolder, site, 'artwork.svg'), 'utf8').trim();

/** Average brightness of a screenshot, 0 to 255. */
const lightOf = (picture: Buffer): number => {
  const { data } = PNG.sync.read(picture);
  return data.reduce((sum, value, at) => (at % 4 === 3 ? sum : sum + value), 0) / (data.length * 0.75);
};

it.each(siteCodes)('%s shows its own picture in light and dark mode', async (site) => {
  const { page } = await lane.visit({ device: 'phone' });
  await page.goto(`${rootOf(shop, site)}/`);
  await page.locator('h1').waitFor();
  const picture = page.locator('.artwork');
  const shown = await picture.evaluate((place) => getComputedStyle(place).backgroundImage);
  expect(decodeURIComponent(shown)).toContain(artworkOf(site));
  const box = await picture.boundingBox();
  expect(box?.width).toBe(390);
  expect(box?.height).toBeGreaterThan(100);
  // the name and the first ticket are in the first view, too
  expect(box?.height).toBeLessThan(130);

  const day = lightOf(await picture.screenshot());
  await page.emulateMedia({ colorScheme: 'dark' });
  const night = lightOf(await picture.screenshot());
  expect(day).toBeGreaterThan(120);
  expect(night).toBeLessThan(100);
});
