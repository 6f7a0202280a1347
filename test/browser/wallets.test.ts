import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, expect, it } from 'vitest';
import { markUsed } from '#test/api/kit/arrange.ts';
import { openWalletShop } from '#test/api/kit/wallet-shop.ts';
import { startOwnShop } from './kit/host.ts';
import { openLane } from './kit/lane.ts';
import { scan } from './kit/qr.ts';
import { bought, openTicketPage } from './kit/ticket.ts';

/** The wallet links on a phone, for a venue with keys. */
const { shop, opened, saved } = await openWalletShop(startOwnShop);
const lane = await openLane(shop);
afterEach(lane.closeContexts);
afterAll(lane.close);

it('a ticket can be added to both wallets with the code of its page, until it is used', async () => {
  const token = await bought(shop);
  const visitor = await lane.visit({ device: 'phone' });
  const { page } = visitor;
  await openTicketPage(visitor, lane.url, { hash: `#/id/${token}` }, 'ja');
  const [code] = await scan(await page.locator('svg.qr').screenshot());
  const [apple, google] = ['Appleウォレットに追加', 'Google ウォレットに追加'].map((name) =>
    page.getByRole('link', { name }),
  );

  const [file] = await Promise.all([page.waitForEvent('download'), apple?.click()]);
  expect(file.suggestedFilename()).toMatch(/^ticket-.*\.pkpass$/);
  const { json } = opened(await readFile(await file.path()));
  expect(json.barcodes[0]?.message).toBe(code);

  const calendar = page.getByRole('link', { name: 'カレンダーに追加' });
  const [visit] = await Promise.all([page.waitForEvent('download'), calendar.click()]);
  expect(await readFile(await visit.path(), 'utf8')).toMatch(/^BEGIN:VCALENDAR.*END:VCALENDAR\r\n$/s);

  // The redirect to Google is intercepted, so that the page stays.
  const locations: string[] = [];
  await page.route('**/passes/google*', async (route) => {
    const response = await route.fetch({ maxRedirects: 0 });
    locations.push(response.headers().location ?? '');
    await route.fulfill({ status: 204 });
  });
  await google?.click();
  await expect.poll(() => locations).toHaveLength(1);
  const { ticket } = await saved(locations[0] ?? '');
  expect(ticket.barcode.value).toBe(code);
  await page.unrouteAll();

  await markUsed(shop, token);
  await google?.click();
  await page.getByText('使用済み', { exact: true }).waitFor();
  await visitor.at('ticket.showing');
  expect([await apple?.count(), await google?.count()]).toEqual([0, 0]);
  expect(visitor.faults()).toEqual([]);
});
