import type { Page, ViewportSize } from 'playwright-core';
import { devices } from '#test/browser/kit/lane.ts';

/** How a screen is displayed. */
type Mode = {
  size: ViewportSize;
  scheme?: 'dark' | 'forced';
  /** The root's font size in percent, as set by a visitor who needs larger text. */
  text?: 150 | 200;
  /** As printed; the window is as wide as the paper. */
  print?: true;
  /** A wall screen does not scroll. */
  still?: true;
};

const { phone, desktop, narrow } = devices;
const wall = { width: 1920, height: 1080 };

export const modes = {
  phone: { size: phone.viewport },
  desktop: { size: desktop.viewport },
  narrow: { size: narrow.viewport },
  'phone-dark': { size: phone.viewport, scheme: 'dark' },
  'desktop-dark': { size: desktop.viewport, scheme: 'dark' },
  'narrow-dark': { size: narrow.viewport, scheme: 'dark' },
  'phone-forced': { size: phone.viewport, scheme: 'forced' },
  'narrow-large': { size: narrow.viewport, text: 200 },
  'phone-large': { size: phone.viewport, text: 200 },
  'phone-larger': { size: phone.viewport, text: 150 },
  print: { size: { width: 794, height: 1123 }, print: true },
  wall: { size: wall, still: true },
  'wall-dark': { size: wall, scheme: 'dark', still: true },
  'wall-upright': { size: { width: wall.height, height: wall.width }, still: true },
} as const satisfies Record<string, Mode>;
export type ModeName = keyof typeof modes;

/** Sets the root's font size, on which all rem sizes depend, in percent. */
const setTextSize = (page: Page, percent: number): Promise<void> =>
  page.evaluate(
    (size) => {
      document.documentElement.style.fontSize = size;
    },
    percent === 100 ? '' : `${percent}%`,
  );

/**
 * Waits for the next frame, before which the page is notified of a changed window. An observer, since a controlled clock stops animation
 * frames.
 */
const untilLaidOut = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const observer = new ResizeObserver(() => {
          observer.disconnect();
          resolve();
        });
        observer.observe(document.documentElement);
      }),
  );

/** Makes the window as high as the page, so that sticky bars cover nothing. A page is measured in a low window: it fills its own. */
const unroll = async (page: Page, { width, height }: ViewportSize): Promise<void> => {
  await page.setViewportSize({ width, height: 400 });
  const content = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.max(height, content) });
};

/**
 * Shows the page in a mode, in a window as high as the page; a dialog keeps the normal window. Returns the function that restores
 * the phone's mode.
 */
export const enter = async (page: Page, name: ModeName): Promise<() => Promise<void>> => {
  const mode: Mode = modes[name];
  await page.emulateMedia({
    colorScheme: mode.scheme === 'dark' ? 'dark' : 'light',
    forcedColors: mode.scheme === 'forced' ? 'active' : 'none',
    media: mode.print ? 'print' : 'screen',
  });
  await setTextSize(page, mode.text ?? 100);
  const hasDialog = (await page.locator('dialog[open]').count()) > 0;
  if (mode.still || hasDialog) await page.setViewportSize(mode.size);
  else await unroll(page, mode.size);
  await untilLaidOut(page);
  return async () => {
    await setTextSize(page, 100);
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none', media: 'screen' });
    await page.setViewportSize(phone.viewport);
  };
};
