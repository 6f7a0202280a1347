import type { Visitor } from './visitor.ts';

/** Presses Tab until the wanted element, or one in a frame, has the focus. */
export const tabTo = async ({ page }: Visitor, wanted: string): Promise<void> => {
  const isThere = () =>
    Promise.all(page.frames().map((frame) => frame.evaluate((it) => document.activeElement?.matches(it), wanted)));
  for (let tabs = 0; tabs < 80; tabs += 1) {
    if ((await isThere()).includes(true)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${wanted}`);
};

/** Focuses a control by Tab and presses a key on it. */
export const keyOn = async (visitor: Visitor, wanted: string, key: string): Promise<void> => {
  await tabTo(visitor, wanted);
  await visitor.page.keyboard.press(key);
};
