import { describe, expect, it } from 'vitest';
import { markUsed, ticketOf } from '#test/api/kit/holder.ts';
import { openFixture } from './kit/fixture.ts';
import {
  cut,
  readCaches,
  recordWorkerResponses,
  startReleases,
  updateWorker,
  waitUntilCached,
  workersIn,
} from './kit/offline.ts';
import { scan } from './kit/qr.ts';
import { bought, buyAt } from './kit/ticket.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/** A ticket that was opened once opens again without a network (docs/product.md#offline-ticket). */
const { shop, lane } = await openFixture({ env: 'staging' });

const site = 'nishinippon-exhibition03';

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

describe('a ticket that was opened once', () => {
  it('opens again offline with the time of its data, and is refreshed when online', async () => {
    const token = await bought(shop);
    const { entry_code: code } = await ticketOf(shop, token);
    const visitor = await lane.visit({ device: 'phone', lang: 'en' });
    const { page, at, click } = visitor;
    await openAndCache(visitor, `/tickets/#/id/${token}?lang=en`);
    expect(await page.getByRole('alert').count()).toBe(0);

    await cut(visitor);
    await page.reload();
    await at('ticket.unreachable');
    expect(await codeOn(visitor)).toEqual([code]);
    expect(await noticeOf(visitor)).toMatch(/^As of \w+ \d+ \w+ \d{4}, \d\d:\d\d/);
    await click('ticket.again');
    await at('ticket.unreachable');
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

  it.each([
    ['a site of its own', async () => `/${site}/tickets/#/id/${await buyAt(shop, site, 1)}`, 'ticket'],
    [
      'a shared link',
      async () => {
        const params = { reservation_token: await bought(shop) };
        const { share_token } = await shop.call('shareTicket', { params });
        return `/#/tickets/shared/${share_token}`;
      },
      'shared',
    ],
  ])('opens again on %s, in a new tab', async (_, linkOf, screen) => {
    const visitor = await lane.visit({ device: 'phone' });
    const link = await linkOf();
    await openAndCache(visitor, link, `${screen}.showing`);
    const code = await codeOn(visitor);
    await cut(visitor);
    await visitor.page.evaluate(() => sessionStorage.clear());
    await visitor.page.goto('about:blank');
    await visitor.page.goto(lane.url + link);
    await visitor.at(`${screen}.unreachable`);
    expect(await codeOn(visitor)).toEqual(code);
    expect(code).toHaveLength(1);
  });
});

it('the next service worker takes over, asks the shop first, and opens the ticket when that is gone', async () => {
  const token = await bought(shop);
  const { entry_code: code } = await ticketOf(shop, token);
  const releases = await startReleases(shop.url);
  const visitor = await lane.visit({ device: 'phone' });
  const { page, at } = visitor;
  const open = async () => {
    await page.goto('about:blank');
    await page.goto(`${releases.url}/tickets/#/id/${token}`);
  };
  await open();
  await at('ticket.showing');
  await waitUntilCached(visitor);
  releases.release();
  expect(await page.evaluate(`(async () => {${updateWorker}})()`)).toBe(true);
  releases.opened.length = 0;
  await open();
  await at('ticket.showing');
  expect(releases.opened).toEqual(['/tickets/']);
  expect(visitor.faults()).toEqual([]);
  await releases.close();
  await open();
  await at('ticket.unreachable');
  expect(await codeOn(visitor)).toEqual([code]);
});

describe('the cached ticket is removed', () => {
  it('before this browser changes it: no code and no worker remain', async () => {
    const token = await bought(shop);
    const { entry_code: code } = await ticketOf(shop, token);
    const visitor = await lane.visit({ lang: 'en' });
    const { page, at, click, control } = visitor;
    await openAndCache(visitor, `/tickets/#/id/${token}`);
    expect(await readCaches(page)).toContain(code);
    await click('page.requested.share');
    await at('share.showing');
    await click('share.make');
    await control('share.stop').waitFor();
    await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistrations()).length === 0);
    expect(await readCaches(page)).toBe('');
  });
});

it('a service worker at the root does not handle requests of a purchase', async () => {
  const params = { reservation_token: await bought(shop) };
  const { share_token } = await shop.call('shareTicket', { params });
  const visitor = await lane.visit();
  const { page } = visitor;
  await openAndCache(visitor, `/#/tickets/shared/${share_token}`, 'shared.showing');
  await page.reload();
  await visitor.at('shared.showing');
  expect(await workersIn(page)).toBe(1);
  const answered = recordWorkerResponses(page.context());
  await page.goto('about:blank');
  await walk.toConfirm(visitor);
  await page.reload();
  await visitor.at('purchase.confirm');
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  expect(answered).toEqual([]);
  expect(visitor.faults()).toEqual([]);
});
