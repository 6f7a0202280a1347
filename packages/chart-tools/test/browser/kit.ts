import { openLane } from 'ticket-store/test/browser/kit/lane.ts';
import { afterAll } from 'vitest';
import { openStudio } from '../../studio/studio.ts';

/** The charts page in a designer's window, for the tests of a file. */
export const openCharts = async () => {
  const { url, close } = await openStudio(0);
  const lane = await openLane({ url, sandboxUrl: url, close });
  afterAll(lane.close);
  const { page, faults } = await lane.visit({ lang: 'en', context: { viewport: { width: 1600, height: 950 } } });
  /** Opens the page at an address and waits until the screen stands. */
  const open = async (hash = ''): Promise<void> => {
    await page.goto('about:blank');
    await page.goto(`${url}/charts/#${hash}`);
    await page.locator('body[data-arrived]').waitFor();
  };
  return { url, page, faults, open };
};
