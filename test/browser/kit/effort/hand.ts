import type { Locator, Page } from 'playwright-core';
import { type Bars, barsOf, screensOf, untilStill } from './measure.ts';

/** What a visitor did, as counted by a hand. */
export type Effort = {
  taps: number;
  /** Fields into which the visitor typed, or whose list was opened. */
  fields: number;
  pages: number;
  /** Heights of the pages passed, in screens. */
  height: number;
  /** Way between controls used one after the other, in screens. */
  scrolled: number;
  /** The largest share of the viewport's height under fixed bars. */
  bars: number;
  /** Each use: what was used, and the way to it in screens. */
  readonly uses: string[];
};

export type Hand = {
  readonly effort: Effort;
  /** Counts a page that the visitor has come to. */
  arrive: () => Promise<void>;
  tap: (what: string, control: Locator) => Promise<void>;
  type: (what: string, field: Locator, value: string) => Promise<void>;
  select: (what: string, field: Locator) => Promise<void>;
};

/** A hand on a phone: it scrolls as little as is needed to see a control whole, uses it, and counts. */
export const handOn = (page: Page): Hand => {
  const effort: Effort = { taps: 0, fields: 0, pages: 0, height: 0, scrolled: 0, bars: 0, uses: [] };
  const viewport = page.viewportSize();
  if (!viewport) throw new Error('The page has no viewport.');
  const share = ({ top, bottom }: Bars) => (top + bottom) / viewport.height;

  const reach = async (what: string, control: Locator): Promise<void> => {
    await control.waitFor();
    await untilStill(page);
    const bars = await barsOf(page);
    const box = await control.boundingBox();
    if (!box) throw new Error(`"${what}" is not visible.`);
    const [first, last] = [bars.top, viewport.height - bars.bottom];
    const isBar = box.y >= last - 1 || box.y + box.height <= first + 1;
    const below = box.y + box.height - last;
    const above = first - box.y;
    const way = isBar ? 0 : below > 0 ? Math.min(below, box.y - first) : above > 0 ? -above : 0;
    // A control in a bar that is itself out of sight has to be scrolled to like any other.
    const offscreen = box.y >= viewport.height || box.y + box.height <= 0;
    const moved = offscreen ? (box.y > 0 ? box.y + box.height - last : box.y - first) : way;
    if (moved !== 0) await page.evaluate((by) => scrollBy({ top: by, behavior: 'instant' }), moved);
    effort.scrolled += Math.abs(moved) / viewport.height;
    effort.bars = Math.max(effort.bars, share(bars), share(await barsOf(page)));
    effort.uses.push(`${what} ${(Math.abs(moved) / viewport.height).toFixed(1)}`);
  };

  return {
    effort,
    arrive: async () => {
      await untilStill(page);
      effort.pages += 1;
      effort.height += await screensOf(page);
      effort.bars = Math.max(effort.bars, share(await barsOf(page)));
    },
    tap: async (what, control) => {
      await reach(what, control);
      await control.click();
      effort.taps += 1;
    },
    type: async (what, field, value) => {
      await reach(what, field);
      await field.fill(value);
      effort.fields += 1;
    },
    select: async (what, field) => {
      await reach(what, field);
      await field.selectOption({ index: 2 });
      effort.fields += 1;
    },
  };
};
