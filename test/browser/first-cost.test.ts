import { brotliCompressSync } from 'node:zlib';
import { afterAll, afterEach, expect, it } from 'vitest';
import { searchProducts } from '#src/api/contract/products.ts';
import { addDays } from '#src/domain/dates.ts';
import { timed, tomorrow } from '#test/api/kit/buyer.ts';
import { startOwnShop } from './kit/host.ts';
import { openLane } from './kit/lane.ts';

/** What a visitor downloads until a picked card and a pressed day are answered (docs/architecture.md#size-budgets). */
const shop = await startOwnShop();
const lane = await openLane(shop);
afterEach(lane.closeContexts);
afterAll(lane.close);

const most = { requests: 6, scriptKiB: 105.8 };

/** A day of the month on which the calendar opens that has free times. */
const freeDay = async (): Promise<string> => {
  const query = { from: tomorrow, to: addDays(tomorrow, 60), lang: 'en', product_uuid: timed } as const;
  const { days } = await shop.call(searchProducts, { query });
  return days.find(({ state }) => state === 'plenty')?.date ?? tomorrow;
};

it(`the second press is answered with at most ${most.requests} requests and ${most.scriptKiB} KiB of scripts`, async () => {
  // what is loaded ahead of the next screen is counted apart: one who saves data loads none
  const init = "Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true } });";
  const { page, control } = await lane.visit({ device: 'phone', lang: 'en', init });
  const requested: string[] = [];
  const scripts: Promise<Buffer>[] = [];
  page.on(
    'request',
    (request) => request.resourceType() !== 'image' && requested.push(new URL(request.url()).pathname),
  );
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body());
  });
  const day = await freeDay();
  await page.goto(`${lane.url}/?lang=en`, { waitUntil: 'commit' });
  await control('product.choose', timed).check();
  const pressed = control('day.choose', day);
  for (let month = 0; month < 2 && (await pressed.count()) === 0; month += 1)
    await control('month.show').last().click();
  await pressed.click({ force: true });
  await control('timespan.choose').first().waitFor();
  const bodies = await Promise.all(scripts);
  const bytes = bodies.reduce((sum, body) => sum + brotliCompressSync(body).length, 0);
  console.log(`${requested.length} requests, ${(bytes / 1024).toFixed(1)} KiB of scripts: ${requested.join(' ')}`);
  expect(requested.length).toBeLessThanOrEqual(most.requests);
  expect(bytes / 1024).toBeLessThanOrEqual(most.scriptKiB);
  // one character beyond Latin-1 doubles what the browser needs for a script
  expect(bodies.filter((body) => /[^\0-\xff]/.test(body.toString()))).toEqual([]);
});
