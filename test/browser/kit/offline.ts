import type { BrowserContext, Page } from 'playwright-core';
import type { Visitor } from './visitor.ts';

/** Waits until the current page is available offline: its worker is active and its resources are cached. */
export const waitUntilCached = async ({ page }: Visitor): Promise<void> => {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise((resolve) => active?.addEventListener('statechange', resolve, { once: true }));
  });
};

/** Disconnects the whole browser and clears its HTTP cache, so that only the worker can open pages. */
export const cut = async ({ page }: Visitor): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await page.context().setOffline(true);
};

/** The content of the browser's Cache Storage as text: names, addresses, and bodies except scripts. */
export const readCaches = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const entries: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        const text = url.endsWith('.js') ? '' : await (await cache.match(url))?.text();
        entries.push(`${name} ${url} ${text}`);
      }
    }
    return entries.join('\n');
  });

/** The number of the shop's service workers. */
export const workersIn = (page: Page): Promise<number> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

/** Records the paths that the worker serves in the whole browser from now on. */
export const recordWorkerResponses = (context: BrowserContext): string[] => {
  const paths: string[] = [];
  context.on('response', (response) => {
    if (response.fromServiceWorker()) paths.push(new URL(response.url()).pathname);
  });
  return paths;
};
