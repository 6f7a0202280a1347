import { afterAll, it } from 'vitest';
import type { PathGround } from '#test/paths/path.ts';
import { come, openBrowser } from '#test/tools/paths/hands.ts';
import { perform, scriptOf } from '#test/tools/paths/script.ts';
import { startOwnShop } from './host.ts';

/** Runs hand-written paths (test/paths/path.ts) in Chromium with a real server. */

const shop = await startOwnShop();
const browser = await openBrowser();
afterAll(async () => {
  await browser.close();
  await shop.close();
});

export const walkPath: PathGround['walkPath'] = (parts) => {
  it('in Chromium', async () => perform(scriptOf(parts), await come(browser, `${shop.url}/?lang=en`)));
};
