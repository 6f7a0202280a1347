import { afterAll, it } from 'vitest';
import type { PathTarget } from '#test/paths/path.ts';
import { perform, scriptOf } from '#test/tools/paths/script.ts';
import { startOwnShop } from './host.ts';
import { openBrowser, openPage } from './path-browser.ts';

/** Runs hand-written paths (test/paths/path.ts) in Chromium with a real server. */

const shop = await startOwnShop();
const browser = await openBrowser();
afterAll(async () => {
  await browser.close();
  await shop.close();
});

export const walkPath: PathTarget['walkPath'] = (parts) => {
  it('in Chromium', async () => perform(scriptOf(parts), await openPage(browser, `${shop.url}/?lang=en`)));
};
