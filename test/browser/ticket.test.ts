import { expect, it } from 'vitest';
import { openFixture } from './kit/fixture.ts';
import { buyAt, buyThree, openTicketPage } from './kit/ticket.ts';
import type { Visitor } from './kit/visitor.ts';

/** Tickets, receipts and sharing in Chromium with the real server. */
const { shop, lane } = await openFixture();

/** Drags a finger across the screen within 100 ms by the timestamps of its events. */
const swipe = async ({ page }: Visitor, from: number, to: number) => {
  const input = await page.context().newCDPSession(page);
  const start = Date.now() / 1000;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', step: number) =>
    input.send('Input.dispatchTouchEvent', {
      type,
      timestamp: start + step / 100,
      touchPoints: type === 'touchEnd' ? [] : [{ x: from + ((to - from) * step) / 10, y: 400 }],
    });
  await touch('touchStart', 0);
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', step);
  await touch('touchEnd', 10);
  await input.detach();
};

it('the cards of several people follow a finger: a swipe shows the next one’s code whole, a swipe back the one before', async () => {
  const site = 'nishinippon-exhibition03';
  const token = await buyAt(shop, site, 3);
  const visitor = await lane.visit({ device: 'phone', lang: 'en' });
  await openTicketPage(visitor, lane.url, { site, hash: `#/id/${token}` }, 'en');
  const pager = visitor.page.locator('.pager').getByRole('status');
  /** The codes that lie whole on the screen, at its centre. */
  const inView = () =>
    visitor.page.locator('svg.qr').evaluateAll((codes) =>
      codes.flatMap((code) => {
        const { left, right } = code.getBoundingClientRect();
        const isCentred = left >= 0 && Math.abs(left + right - innerWidth) <= 2;
        return isCentred ? code.getAttribute('aria-label') : [];
      }),
    );
  const swipes = [
    { from: 330, to: 110, at: 2 },
    { from: 330, to: 110, at: 3 },
    { from: 60, to: 280, at: 2 },
  ];
  for (const { from, to, at } of swipes) {
    await swipe(visitor, from, to);
    await expect.poll(inView).toEqual([`QR code for entry ${at} / 3`]);
    await expect.poll(() => pager.innerText()).toBe(`${at} / 3`);
  }
  expect(visitor.faults()).toEqual([]);
});

it.each(['ja', 'en'] as const)('a ticket is asked for before the scripts have come, and once, in %s', async (lang) => {
  const token = await buyThree(shop);
  const { page } = await lane.visit({ device: 'phone', lang });
  const requested: string[] = [];
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  page.on('request', (request) => request.url().includes(`/tickets/${token}`) && requested.push(request.url()));
  await page.route('**/assets/*.js', (route) => released.then(() => route.continue()));
  await page.goto(`${lane.url}/tickets/?lang=${lang}#/id/${token}`, { waitUntil: 'commit' });
  await expect.poll(() => requested.length).toBe(1);
  release();
  await page.locator('svg.qr').waitFor();
  expect(requested).toEqual([expect.stringContaining(`?lang=${lang}`)]);
});
