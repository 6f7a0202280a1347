import type { CDPSession, Page } from 'playwright-core';

/** Pictures of what a visitor has in front of their eyes. */
export type Camera = {
  /** Half the size, for a glance at each step. */
  readonly small: () => Promise<Buffer>;
  /** As large as it is seen. */
  readonly large: () => Promise<Buffer>;
};

/** In: a page. Out: its camera: nothing in the page is waited for, and nothing in it moves. */
export const openCamera = async (page: Page): Promise<Camera> => {
  const session: CDPSession = await page.context().newCDPSession(page);
  const take = async (scale: number, quality: number): Promise<Buffer> => {
    const { cssVisualViewport: seen } = await session.send('Page.getLayoutMetrics');
    const clip = { x: seen.pageX, y: seen.pageY, width: seen.clientWidth, height: seen.clientHeight, scale };
    const { data } = await session.send('Page.captureScreenshot', { format: 'jpeg', quality, clip });
    return Buffer.from(data, 'base64');
  };
  return { small: () => take(0.5, 60), large: () => take(1, 80) };
};
