import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { sendTicket, shareTicket } from '#src/api/contract/tickets.ts';
import { addDays } from '#src/domain/dates.ts';
import { newKey, tomorrow } from '#test/api/kit/buyer.ts';
import { markUsed, sending, ticketOf } from '#test/api/kit/holder.ts';
import { expectSound } from './kit/hand-over.ts';
import { startOwnShop } from './kit/host.ts';
import { answeredByWorker, cut, keptIn, untilKept, workersIn } from './kit/kept.ts';
import { openLane } from './kit/lane.ts';
import { scan } from './kit/qr.ts';
import { bought, buyAt } from './kit/ticket.ts';
import type { Visitor } from './kit/visitor.ts';
import * as walk from './kit/walk.ts';

/** A ticket that was opened once opens again without a network (docs/product.md#offline-ticket). */
const shop = await startOwnShop({ env: 'staging' });
const lane = await openLane(shop);
afterEach(lane.leave);
afterAll(lane.close);

const site = 'nishinippon-exhibition03';

/** Opens a link and waits until it is available offline. */
const openAndKeep = async (visitor: Visitor, link: string, state = 'ticket.showing') => {
  await visitor.page.goto(lane.url + link);
  await visitor.at(state);
  await untilKept(visitor);
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
  it('opens again without a network, says since when, and is refreshed first with one', async () => {
    const token = await bought(shop);
    const { entry_code: code } = await ticketOf(shop, token);
    const visitor = await lane.visit({ device: 'phone', lang: 'en' });
    const { page, at, press } = visitor;
    await openAndKeep(visitor, `/tickets/#/id/${token}?lang=en`);
    expect(await page.getByRole('alert').count()).toBe(0);

    await cut(visitor);
    await page.reload();
    await at('ticket.unreachable');
    expect(await codeOn(visitor)).toEqual([code]);
    expect(await noticeOf(visitor)).toMatch(/^As of \w+ \d+ \w+ \d{4}, \d\d:\d\d/);
    await press('ticket.again');
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
    expect(await keptIn(page)).not.toContain(code);
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
        const { share_token } = await shop.ask(shareTicket, { params, key: newKey() });
        return `/#/tickets/shared/${share_token}`;
      },
      'shared',
    ],
  ])('opens again on %s, in a tab that knows nothing', async (_, linkOf, screen) => {
    const visitor = await lane.visit({ device: 'phone' });
    const link = await linkOf();
    await openAndKeep(visitor, link, `${screen}.showing`);
    const code = await codeOn(visitor);
    await cut(visitor);
    await visitor.page.evaluate(() => sessionStorage.clear());
    await visitor.page.goto('about:blank');
    await visitor.page.goto(lane.url + link);
    await visitor.at(`${screen}.unreachable`);
    expect(await codeOn(visitor)).toEqual(code);
    expect(code).toHaveLength(1);
    await expectSound(visitor, link);
  });

  it('shows what is kept after a few seconds when the line is bad', async () => {
    const visitor = await lane.visit({ device: 'phone', lang: 'en' });
    await openAndKeep(visitor, `/tickets/#/id/${await bought(shop)}`);
    // The server never responds.
    await visitor.page.route('**/api/v1/tickets/**', () => undefined);
    await visitor.page.reload();
    await visitor.at('ticket.unreachable');
    expect(await visitor.page.locator('.ticket svg.qr').count()).toBe(1);
    await expectSound(visitor, 'a bad line');
  });

  it.each([
    ['without workers', 'delete Navigator.prototype.serviceWorker'],
    ['with blocked storage', `Object.defineProperty(window, 'caches', { get: () => { throw new Error('denied') } })`],
  ])('is not kept by a browser %s, and opens as ever', async (_, init) => {
    const visitor = await lane.visit({ init });
    const token = await bought(shop);
    await visitor.page.goto(`${lane.url}/tickets/#/id/${token}`);
    await visitor.at('ticket.showing');
    await visitor.page.reload();
    await visitor.at('ticket.showing');
    expect(visitor.faults()).toEqual([]);
  });
});

describe('what is kept is forgotten', () => {
  it('when the ticket was handed over: its link shows the state alone, without a network too', async () => {
    const token = await bought(shop);
    const { entry_code: code } = await ticketOf(shop, token);
    const visitor = await lane.visit({ lang: 'en' });
    const { page, at } = visitor;
    await openAndKeep(visitor, `/tickets/#/id/${token}?lang=en`);
    expect(await keptIn(page)).toContain(code);
    const everybody = [
      { id: 'admission-adult', count: 2 },
      { id: 'admission-child', count: 1 },
    ];
    const body = { ...sending(2), option_values: everybody };
    await shop.ask(sendTicket, { params: { reservation_token: token }, body, key: newKey() });
    await page.reload();
    await at('ticket.showing');
    await page.waitForFunction(async () => (await caches.keys()).length === 2);
    expect(await keptIn(page)).not.toContain(code);
    await cut(visitor);
    await page.reload();
    await at('ticket.unreachable');
    expect(await page.locator('.ticket').innerText()).toContain('Handed over');
    expect(await page.locator('svg.qr').count()).toBe(0);
  });

  it('before this browser changes it: nothing of the code is left, and no worker', async () => {
    const token = await bought(shop);
    const { entry_code: code } = await ticketOf(shop, token);
    const visitor = await lane.visit({ lang: 'en' });
    const { page, at, press, control } = visitor;
    await openAndKeep(visitor, `/tickets/#/id/${token}`);
    expect(await keptIn(page)).toContain(code);
    await press('page.requested', 'share');
    await at('share.showing');
    await press('share.make');
    await control('share.stop').waitFor();
    await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistrations()).length === 0);
    expect(await keptIn(page)).toBe('');
  });

  it('after the visit', async () => {
    const token = await bought(shop);
    const visitor = await lane.visit({ lang: 'en' });
    const { page, at } = visitor;
    await openAndKeep(visitor, `/tickets/#/id/${token}`);
    await cut(visitor);
    await page.clock.setFixedTime(`${addDays(tomorrow, 1)}T02:59:00+09:00`);
    await page.reload();
    await at('ticket.unreachable');
    expect(await page.locator('.ticket svg.qr').count()).toBe(1);
    await page.clock.setFixedTime(`${addDays(tomorrow, 1)}T03:00:00+09:00`);
    await page.reload();
    await at('ticket.unreachable');
    expect(await page.locator('.ticket').count()).toBe(0);
    await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistrations()).length === 0);
    expect(await keptIn(page)).toBe('');
  });
});

it('a purchase in a browser with a worker at the root is not touched by it', async () => {
  const params = { reservation_token: await bought(shop) };
  const { share_token } = await shop.ask(shareTicket, { params, key: newKey() });
  const visitor = await lane.visit();
  const { page } = visitor;
  await openAndKeep(visitor, `/#/tickets/shared/${share_token}`, 'shared.showing');
  await page.reload();
  await visitor.at('shared.showing');
  expect(await workersIn(page)).toBe(1);
  const answered = answeredByWorker(page.context());
  await page.goto('about:blank');
  await walk.toConfirm(visitor);
  await page.reload();
  await visitor.at('purchase.confirm');
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  expect(answered).toEqual([]);
  expect(visitor.faults()).toEqual([]);
});
