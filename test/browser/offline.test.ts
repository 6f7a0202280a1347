import { expect, it } from 'vitest';
import { markUsed, ticketOf } from '#test/api/kit/arrange.ts';
import { openFixture } from './kit/fixture.ts';
import { cut, readCaches, waitUntilCached } from './kit/offline.ts';
import { scan } from './kit/qr.ts';
import { buyThree } from './kit/ticket.ts';
import type { Visitor } from './kit/visitor.ts';

/** A ticket that was opened once opens again without a network (docs/product.md#offline-ticket). */
const { shop, lane } = await openFixture({ env: 'staging' });

/** Opens a link and waits until it is available offline. */
const openAndCache = async (visitor: Visitor, link: string, state = 'ticket.showing') => {
  await visitor.page.goto(lane.url + link);
  await visitor.at(state);
  await waitUntilCached(visitor);
};

const codeOn = async ({ page }: Visitor) => {
  // Strips may cover the window's edges.
  await page.locator('.ticket svg.qr').evaluate((node) => node.scrollIntoView({ block: 'center' }));
  return scan(await page.screenshot());
};

/** The entry code in text form. */
const textOn = async ({ page }: Visitor) =>
  (await page.locator('.ticket .code-text').innerText()).replaceAll(/\s/g, '');

const noticeOf = ({ page }: Visitor) => page.getByRole('alert').innerText();

it('a ticket that was opened once opens again offline with the time of its data, and is refreshed when online', async () => {
  const token = await buyThree(shop);
  const { entry_code: code } = await ticketOf(shop, token);
  const visitor = await lane.visit({ device: 'phone', lang: 'en' });
  const { page, at, clickTo } = visitor;
  await openAndCache(visitor, `/tickets/#/id/${token}?lang=en`);
  expect(await page.getByRole('alert').count()).toBe(0);

  await cut(visitor);
  await page.reload();
  await at('ticket.unreachable');
  expect(await codeOn(visitor)).toEqual([code]);
  expect(await noticeOf(visitor)).toMatch(/^As of \w+ \d+ \w+ \d{4}, \d\d:\d\d/);
  await clickTo('ticket.again', 'ticket.unreachable');
  expect(await textOn(visitor)).toBe(code);

  const loaded = page.waitForEvent('load');
  await visitor.control('language.choose').selectOption('kr');
  await loaded;
  await at('ticket.unreachable');
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  expect(await textOn(visitor)).toBe(code);

  const tab = await visitor.twin();
  await tab.at('ticket.unreachable');
  expect(await textOn(tab)).toBe(code);

  await markUsed(shop, token);
  await page.context().setOffline(false);
  await page.reload();
  await at('ticket.showing');
  expect(await page.locator('html').getAttribute('lang')).toBe('ko');
  expect(await page.locator('svg.qr').count()).toBe(0);
  expect(await readCaches(page)).not.toContain(code);
  await cut(visitor);
  await tab.page.reload();
  await tab.at('ticket.unreachable');
  expect(await tab.page.locator('svg.qr').count()).toBe(0);
});
