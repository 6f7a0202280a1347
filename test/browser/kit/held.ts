import type { Route } from 'playwright-core';
import type { Lane } from './lane.ts';

/** Opens an address with all scripts of the app held back; `release` lets them go. */
export const openHeld = async (lane: Lane, path: string, init?: string) => {
  const visitor = await lane.visit({ device: 'phone', ...(init ? { init } : {}) });
  const { page } = visitor;
  const held: Route[] = [];
  let isOpen = false;
  await page.route('**/assets/*.js', (route) => (isOpen ? route.continue() : void held.push(route)));
  await page.goto(path.startsWith('http') ? path : `${lane.url}${path}`, { waitUntil: 'commit' });
  await page.locator('#outdated').waitFor({ state: 'attached' });
  const release = async () => {
    isOpen = true;
    await Promise.all(held.map((route) => route.continue()));
    await page.locator('html[data-state]').waitFor({ state: 'attached' });
    // the app itself handles presses from now on
    await page.waitForFunction(() => !('earlyInput' in window));
  };
  return { ...visitor, release };
};
