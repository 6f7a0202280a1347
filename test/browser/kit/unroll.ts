import type { Page, ViewportSize } from 'playwright-core';

/** Makes the window as high as the page, so that sticky bars cover nothing. */
export const unroll = async (page: Page, { width, height }: ViewportSize): Promise<void> => {
  await page.setViewportSize({ width, height: 400 });
  const content = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, content) });
};
