import { type Browser, chromium } from 'playwright-core';
import { driverOf } from '#test/tools/paths/driver.ts';

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

/** Opens the address in a new page and returns its driver. */
export const openPage = async (browser: Browser, url: string) => {
  const page = await browser.newPage({ timezoneId: 'Asia/Tokyo', reducedMotion: 'reduce' });
  page.setDefaultTimeout(120_000);
  await page.goto(url);
  return driverOf(page);
};
