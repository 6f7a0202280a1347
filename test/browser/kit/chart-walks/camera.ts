import type { CDPSession, Page } from 'playwright-core';

/** Pictures of the visitor's window. */
export type Camera = {
  /** Half the size, for each step. */
  readonly small: () => Promise<Buffer>;
  /** Full size. */
  readonly large: () => Promise<Buffer>;
};

/** Takes pictures through CDP, without waiting for the page or changing it. */
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
