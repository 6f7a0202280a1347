import type { Page } from 'playwright-core';

/** Measurements inside a page, in CSS pixels. */

type Bars = { readonly top: number; readonly bottom: number };

/** Heights of what is fixed over the top and the bottom of the viewport, dialogs apart. */
export const barsOf = (page: Page): Promise<Bars> =>
  page.evaluate(() => {
    const rests = [...document.body.querySelectorAll<HTMLElement>('*')].filter((node) => {
      const { position, visibility, opacity } = getComputedStyle(node);
      const isBar = (position === 'fixed' || position === 'sticky') && visibility === 'visible' && opacity !== '0';
      return isBar && node.closest('dialog') === null;
    });
    let top = 0;
    let bottom = 0;
    for (const node of rests) {
      const box = node.getBoundingClientRect();
      if (box.height === 0 || box.width < innerWidth / 2) continue;
      // A sticky element is a bar while it touches an edge and more of the page lies beyond it.
      const isSticky = getComputedStyle(node).position === 'sticky';
      const moves = document.documentElement.scrollHeight > innerHeight + 1;
      if (box.top <= 0 && box.bottom > 0 && box.bottom < innerHeight / 2 && (!isSticky || scrollY > 0))
        top = Math.max(top, box.bottom);
      if (moves && box.bottom >= innerHeight - 1 && box.top > innerHeight / 2 && box.top < innerHeight)
        bottom = Math.max(bottom, innerHeight - box.top);
    }
    return { top, bottom };
  });

/** Resolves when the page has stopped scrolling. */
export const untilStill = async (page: Page): Promise<void> => {
  await page.evaluate(async () => {
    let [last, still] = [scrollY, 0];
    while (still < 6) {
      await new Promise(requestAnimationFrame);
      still = scrollY === last ? still + 1 : 0;
      last = scrollY;
    }
  });
};
