import { brotliCompressSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { expect, it } from 'vitest';
import { sellToday } from '#test/api/kit/arrange.ts';
import { timed } from '#test/api/kit/buyer.ts';
import { openFixture } from './kit/fixture.ts';
import { timesOfDay } from './kit/walk.ts';

/** Bytes downloaded until the page has responded to a picked card and a pressed day (docs/architecture.md#size-budgets). */
const { shop, lane } = await openFixture();

const most = { requests: 6, scriptKiB: 130 };

it(`the second press is answered with at most ${most.requests} requests and ${most.scriptKiB} KiB of scripts`, async () => {
  // what is loaded ahead of the next screen is counted apart: one who saves data loads none
  const init = "Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true } });";
  const { page, control } = await lane.visit({ device: 'phone', lang: 'en', init });
  const requested: string[] = [];
  const scripts: Response[] = [];
  page.on(
    'request',
    (request) => request.resourceType() !== 'image' && requested.push(new URL(request.url()).pathname),
  );
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response);
  });
  const day = await sellToday(shop);
  await page.goto(`${lane.url}/?lang=en`, { waitUntil: 'commit' });
  await control('product.choose', timed).check();
  await control('day.choose', day).click({ force: true });
  await page.locator(timesOfDay).first().waitFor();
  const bodies = await Promise.all(scripts.map((script) => script.body()));
  const bytes = bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
  console.log(`${requested.length} requests, ${(bytes / 1024).toFixed(1)} KiB of scripts: ${requested.join(' ')}`);
  expect(requested.length).toBeLessThanOrEqual(most.requests);
  expect(bytes / 1024).toBeLessThanOrEqual(most.scriptKiB);
});
