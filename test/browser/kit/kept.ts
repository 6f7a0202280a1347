import type { BrowserContext, Page } from 'playwright-core';
import type { Visitor } from './visitor.ts';

/** Waits until the page on screen would open without a network: its worker is there, and what it opens with was kept before. */
export const untilKept = async ({ page }: Visitor): Promise<void> => {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }));
  });
};

/** Cuts the network of the whole browser, and forgets what it has kept by itself: what opens now opens by the worker. */
export const cut = async ({ page }: Visitor): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await page.context().setOffline(true);
};

/** All that lies in the browser's caches, as text: names, addresses, and what is behind them except scripts. */
export const keptIn = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const said: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        const text = url.endsWith('.js') ? '' : await (await cache.match(url))?.text();
        said.push(`${name} ${url} ${text}`);
      }
    }
    return said.join('\n');
  });

/** How many workers of the shop are there. */
export const workersIn = (page: Page): Promise<number> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

/** Notes what the worker answers in the whole browser from now on: paths. */
export const answeredByWorker = (context: BrowserContext): string[] => {
  const paths: string[] = [];
  context.on('response', (answer) => {
    if (answer.fromServiceWorker()) paths.push(new URL(answer.url()).pathname);
  });
  return paths;
};
