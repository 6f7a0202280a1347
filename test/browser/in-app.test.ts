import { describe, expect, it } from 'vitest';
import { sampled } from '#test/tools/sample.ts';
import { openFixture } from './kit/fixture.ts';
import { readOrderLedger } from './kit/ledger.ts';
import { answerPage } from './kit/pay.ts';
import { catchWay, followWay } from './kit/returns.ts';
import { openScene } from './kit/scene.ts';

/** Browsers inside other apps: their user agents, and what they lack. */
const { shop, lane } = await openFixture();

const lacks = (owner: string, name: string) => `Object.defineProperty(${owner}, '${name}', { value: undefined });`;
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/124.0';
const storageDenied = `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });`;

const apps = [
  {
    app: 'LINE on an iPhone',
    userAgent: `${iphone} Mobile/15E148 Safari Line/14.10.0`,
    init: lacks('navigator', 'serviceWorker') + lacks('navigator', 'share') + lacks('navigator', 'wakeLock'),
  },
  {
    app: 'Instagram on an Android phone',
    userAgent: `${android} Mobile Safari/537.36 Instagram 330.0.0.0`,
    init: `window.open = () => null;${lacks('navigator', 'clipboard')}${lacks('navigator', 'share')}`,
  },
  {
    app: 'a mail client on an iPhone',
    userAgent: `${iphone} Mobile/15E148`,
    init: storageDenied + lacks('navigator', 'serviceWorker') + lacks('window', 'Notification'),
  },
];

describe('a visitor in the browser of an app', () => {
  it.each(sampled('apps', [apps]))(
    'pays by redirect, comes back in another browser, and has ticket and calendar: $app',
    async ({ userAgent, init }) => {
      const visitor = await lane.visit({ device: 'phone', lang: 'en', init, context: { userAgent } });
      const scene = await openScene({ shop, lane, visitor }, 'gmo_paypay', 'en');
      const { caught } = await catchWay(visitor, new URL(shop.sandboxUrl).origin);
      await scene.pay();
      const way = await caught;
      const other = await scene.elsewhere();
      await followWay(other, way);
      await answerPage(other, 'success');
      await other.at('purchase.complete');

      // The page in the app never left: it finds the outcome by itself or when it is asked.
      const ask = visitor.control('checkout.ask');
      if (await ask.isVisible()) await ask.click();
      await visitor.at('purchase.complete');
      await visitor.click('page.requested.ticket');
      await visitor.at('ticket');
      await visitor.page.locator('svg.qr').waitFor();
      const calendar = visitor.page.locator('a[href*="/calendar"]').first();
      expect(await calendar.getAttribute('target')).toBeNull();
      const file = await visitor.page.request.get(await calendar.evaluate((link: HTMLAnchorElement) => link.href));
      expect([file.status(), file.headers()['content-type']]).toEqual([200, expect.stringContaining('text/calendar')]);
      expect(await readOrderLedger(shop, scene.order.id)).toMatchObject({ charges: 1, refunded: 0 });
      expect(visitor.faults()).toEqual([]);
    },
  );
});
