import { expect } from 'vitest';
import { audit, isWide, smallTargets } from './axe.ts';
import { devices } from './lane.ts';
import { unroll } from './unroll.ts';
import type { Visitor } from './visitor.ts';

/** No findings by axe, no control too small, no horizontal overflow; at the current size and at 320 px. */
export const expectSound = async (visitor: Visitor, scene: string): Promise<void> => {
  const { page } = visitor;
  const before = page.viewportSize();
  for (const size of [before ?? devices.desktop.viewport, devices.narrow.viewport]) {
    await unroll(page, size);
    const { violations, incomplete } = await audit(page);
    expect([...violations, ...incomplete, ...(await smallTargets(page))], scene).toEqual([]);
    expect(await isWide(page), `${scene} scrolls sideways`).toBe(false);
    expect(await page.locator('h1').count(), `headings of ${scene}`).toBe(1);
  }
  if (before) await page.setViewportSize(before);
};
