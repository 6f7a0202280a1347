import type { Page } from 'playwright-core';
import { workerPath } from '#src/domain/ticket-storage.ts';
import { forwardTo, startServer } from '#test/api/kit/process.ts';
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

/**
 * A server in front of a shop that can release the worker's script again, with the headers of the shop, and can go away. `opened`
 * lists the paths that were requested as pages, which a page's own requests for its cache are not.
 */
export const startReleases = async (shopUrl: string) => {
  const opened: string[] = [];
  let release = 1;
  const forward = forwardTo(shopUrl, (headers) => headers);
  const server = await startServer(async (incoming, reply) => {
    const { pathname } = new URL(incoming.url ?? '/', shopUrl);
    if (incoming.headers.accept?.includes('text/html')) opened.push(pathname);
    if (pathname !== workerPath) return forward(incoming, reply);
    const answer = await fetch(shopUrl + workerPath, { headers: { 'accept-encoding': 'identity' } });
    const { etag: _, 'content-length': __, ...headers } = Object.fromEntries(answer.headers);
    reply.writeHead(200, headers);
    reply.end(`${await answer.text()}\n// release ${release}`);
  });
  return {
    ...server,
    opened,
    release: () => {
      release += 1;
    },
  };
};

/** The body of an async function for the page: waits for its worker, updates it, and waits until the next one has taken over. */
export const updateWorker = `
  const { serviceWorker } = navigator;
  const taken = () => new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve, { once: true }));
  const registration = await serviceWorker.ready;
  if (!serviceWorker.controller) await taken();
  const before = serviceWorker.controller;
  const next = taken();
  await registration.update();
  await next;
  return before !== serviceWorker.controller && registration.active === serviceWorker.controller;`;
